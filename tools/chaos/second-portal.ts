import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type Product } from '../../e2e/product.ts';
import type { RunningServices } from '#server/kernel/config.ts';

/** A portal beside a product's own, on the same services and files. */
export type SecondPortal = { port: number; kill(): void; stop(): Promise<void> };

const restartMs = 500;

/** Starts it with the product's settings, and again whenever it ends. */
export const startSecondPortal = async (
  { dataDir }: Product,
  settings: Record<string, string>,
): Promise<SecondPortal> => {
  const folder = mkdtempSync(join(tmpdir(), 'skywave-second-portal-'));
  // Portals on one disk have its files in common, as on a shared volume.
  symlinkSync(join(dataDir, 'files'), join(folder, 'files'));
  const port = await freePort();
  const services = JSON.parse(readFileSync(join(dataDir, 'run', 'services.json'), 'utf8')) as RunningServices;
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = {
    ...{ PATH, HOME, NODE_COMPILE_CACHE, PASSWORD_GRANT: 'on', PORT: String(port), DATA_DIR: folder, ...settings },
    DATABASE_URL: services.databaseUrl,
    CLICKHOUSE_URL: services.clickhouseUrl,
    ENGINE_URL: services.engineUrl,
    ENGINE_TOKEN: services.engineToken,
  };
  let isStopping = false;
  let child: ChildProcess;
  const start = (): void => {
    if (isStopping) return;
    child = spawn(process.execPath, ['server/as-service.ts', 'server/portal.ts'], { env, stdio: 'ignore' });
    child.once('exit', () => setTimeout(start, restartMs));
  };
  start();
  return {
    port,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** HAProxy in front of portals as in ops/compose, so that it misses one that was killed after a second. */
export const startBalancer = (port: number, portals: readonly number[]): { stop(): void } => {
  const folder = mkdtempSync(join(tmpdir(), 'skywave-balancer-'));
  const config = join(folder, 'haproxy.cfg');
  const servers = portals.map((own, at) => `  server portal-${at + 1} 127.0.0.1:${own} check`);
  writeFileSync(config, `${balancing(port)}${servers.join('\n')}\n`);
  const child = spawn('haproxy', ['-f', config, '-db'], { stdio: 'ignore' });
  child.once('error', (error) => {
    throw new Error(`HAProxy does not start (Debian package haproxy): ${error.message}`);
  });
  return {
    stop() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const balancing = (port: number): string => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 5s
  timeout client 24h
  timeout server 24h
  default-server inter 1s fall 2 rise 1
frontend portal
  bind 127.0.0.1:${port}
  bind ::1:${port}
  option forwardfor
  default_backend portals
backend portals
  balance leastconn
  option httpchk GET /readyz
  option redispatch
`;
