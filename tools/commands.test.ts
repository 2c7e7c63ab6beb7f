import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@clickhouse/client';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServices } from '#server/kernel/config.ts';
import { freePort } from '#server/testing/free-port.ts';

/*
 * The commands of README.md, on one installation created by `npm start`; without those that run for hours (`chaos`,
 * `soak`).
 */
const project = join(import.meta.dirname, '..');
const patience = { timeout: 300_000 };
const admin = { ADMIN_EMAIL: 'owner@skywave.example', ADMIN_PASSWORD: 'correct horse battery' };
let folder: string;
let dataDir: string;
let product: Running;
let port: number;
let services: Record<string, string>;

type Running = { child: ChildProcess; output(): string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skywave-commands-'));
  dataDir = join(folder, 'data');
  port = await freePort();
  product = run(['start'], { ...admin, DATA_DIR: dataDir, PORT: String(port), STREAM_PORT: String(await freePort()) });
  await until(product, () => product.output().includes('Ctrl-C stops it'));
  const { databaseUrl, clickhouseUrl, engineUrl, engineToken } = JSON.parse(
    readFileSync(join(dataDir, 'run/services.json'), 'utf8'),
  ) as RunningServices;
  services = {
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: clickhouseUrl,
    ENGINE_URL: engineUrl,
    ENGINE_TOKEN: engineToken,
  };
}, patience.timeout);
afterAll(async () => {
  if (product) await stop(product);
  rmSync(folder, { recursive: true, force: true });
});

test('npm start serves the portal', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
});

test('npm run portal, delivery and worker run one part each on configured services', patience, async () => {
  const [portalPort, deliveryPort] = [await freePort(), await freePort()];
  // Portals of one database need the same files, and those of the product are its own.
  // A worker that does not know of the product's would make and fill the same tables.
  const [database, clickhouse] = [await newDatabase('parts'), await newClickHouse('parts')];
  const own = { ...services, DATABASE_URL: database, CLICKHOUSE_URL: clickhouse, DATA_DIR: join(folder, 'parts') };
  const portal = run(['run', 'portal'], { ...own, PORT: String(portalPort) });
  await until(portal, () => isOk(`http://127.0.0.1:${portalPort}/healthz`));
  const delivery = run(['run', 'delivery'], { ...own, DELIVERY_PORT: String(deliveryPort) });
  await until(delivery, () => isOk(`http://127.0.0.1:${deliveryPort}/healthz`));
  const worker = run(['run', 'worker'], own);
  await until(worker, () => worker.output().includes('running jobs'));
  await Promise.all([portal, delivery, worker].map(stop));
});

/** The URL of a new database beside that of the product. */
const newDatabase = async (name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: services['DATABASE_URL']! });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(services['DATABASE_URL']!);
  url.pathname = `/${name}`;
  return url.href;
};

/** The same in ClickHouse. */
const newClickHouse = async (name: string): Promise<string> => {
  const client = createClient({ url: services['CLICKHOUSE_URL']! });
  await client.command({ query: `create database ${name}` });
  await client.close();
  return Object.assign(new URL(services['CLICKHOUSE_URL']!), { pathname: `/${name}` }).href;
};

test('npm run streaming runs only an engine, and npm run edge adds an edge to the product', patience, async () => {
  const [controlPort, edgePort] = [await freePort(), await freePort()];
  const engine = run(['run', 'streaming'], {
    DATA_DIR: join(folder, 'engine'),
    STREAM_PORT: String(await freePort()),
    ENGINE_PORT: String(controlPort),
    ENGINE_TOKEN: 'a token of the engine alone',
  });
  await until(engine, () => isOk(`http://127.0.0.1:${controlPort}/healthz`));
  const edge = run(['run', 'edge'], { DATA_DIR: dataDir, EDGE_PORT: String(edgePort) });
  await until(edge, () => isListening(`http://127.0.0.1:${edgePort}/no-such-mount`));
  await Promise.all([engine, edge].map(stop));
});

test('npm run demo fills the running installation', patience, async () => {
  const demo = run(['run', 'demo', '--', '--small'], { ...admin, DATA_DIR: dataDir, PORT: String(port) });
  await succeeds(demo, 'Done. Open ');
});

test('npm run fuzz calls its own product, and finds nothing', patience, async () => {
  const fuzz = run(['run', 'fuzz', '--', '--messages', '4', '--seconds', '1', '--seed', '1'], {});
  await succeeds(fuzz, ' 0 findings.');
});

test(
  'npm run bench prints its measurements; whether they are within budget depends on the machine',
  patience,
  async () => {
    const bench = run(['run', 'bench', '--', '--quick', '--only', 'restart'], {});
    await once(bench.child, 'close');
    expect(bench.output()).toContain('Measuring: restart');
    expect(bench.output()).not.toContain('failed:');
    expect(bench.output()).toMatch(/^Node v\d+/m);
  },
);

test('npm run restore fills an empty installation from npm run backup', patience, async () => {
  const backup = join(folder, 'backup');
  const copy = run(['run', 'backup', '--', backup], { DATA_DIR: dataDir });
  await succeeds(copy, backup);
  const restore = run(['run', 'restore', '--', backup], { DATA_DIR: join(folder, 'restored') });
  await succeeds(restore, 'Run npm start');
});

test('npm run upgrade restarts all but the engine', patience, async () => {
  const engine = readFileSync(join(dataDir, 'run/engine.json'), 'utf8');
  const portal = readFileSync(join(dataDir, 'run/portal.json'), 'utf8');
  const upgrade = run(['run', 'upgrade'], { DATA_DIR: dataDir });
  await succeeds(upgrade, 'Upgraded. Streams were not interrupted.');
  expect(readFileSync(join(dataDir, 'run/engine.json'), 'utf8')).toBe(engine);
  expect(readFileSync(join(dataDir, 'run/portal.json'), 'utf8')).not.toBe(portal);
  expect(await isOk(`http://127.0.0.1:${port}/readyz`)).toBe(true);
});

const run = (args: string[], env: Record<string, string>): Running => {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn('npm', args, { cwd: project, env: { PATH, HOME, NODE_COMPILE_CACHE, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return { child, output: () => output };
};

/** Waits for a command's end; where it failed, the end of its output says why. */
const succeeds = async ({ child, output }: Running, said: string): Promise<void> => {
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0 || !output().includes(said)) throw new Error(`Ended with ${code}:\n${output().slice(-3000)}`);
};

const stop = async ({ child }: Running): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

const isOk = async (url: string): Promise<boolean> => (await fetch(url).catch(() => undefined))?.ok ?? false;
const isListening = async (url: string): Promise<boolean> => (await fetch(url).catch(() => undefined)) !== undefined;

const until = async ({ child, output }: Running, condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It exited:\n${output()}`);
    await pause(100);
  }
};
