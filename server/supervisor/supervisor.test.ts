import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { birthOf, isRunning, type ProcessId } from '#server/kernel/processes.ts';
import { freePort } from '#server/testing/free-port.ts';
import { readSettings, type RunningServices } from '#server/kernel/config.ts';
import { requireServices } from './require-services.ts';

const project = join(import.meta.dirname, '../..');
let dataDir: string;
let ports: { portal: number; stream: number };
let current: ChildProcess | undefined;

const newFolder = async (): Promise<void> => {
  dataDir = mkdtempSync(join(tmpdir(), 'skywave-supervisor-'));
  ports = { portal: await freePort(), stream: await freePort() };
};
const removeFolder = async (): Promise<void> => {
  if (current) await stop(current, 'SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
};

/* One installation that runs on from test to test, as a start takes seconds of processor time, and the first one twice as many. */
describe('a running product', () => {
  beforeAll(newFolder);
  afterAll(removeFolder);

  test('the successor of a killed supervisor adopts the engine and the databases', { timeout: 300_000 }, async () => {
    const first = await start();
    expect(first.said()).toContain('admin@localhost, password ');
    const leftover = { portal: note('portal'), engine: note('engine'), clickhouse: clickhouse(), postgres: postgres() };
    await until(() => !read('secrets.json').includes('firstPassword'));
    await stop(first.child, 'SIGKILL');
    expect(Object.values(leftover).every(isRunning)).toBe(true);

    const second = await start();
    expect(second.said()).toContain('with the password shown at the first start');
    expect(note('engine')).toEqual(leftover.engine);
    expect(postgres().pid).toBe(leftover.postgres.pid);
    expect(clickhouse()).toEqual(leftover.clickhouse);
    expect(isRunning(leftover.portal)).toBe(false);

    const upgraded = once(second.child, 'exit');
    second.child.kill('SIGUSR2');
    expect((await upgraded)[0]).toBe(75);
    expect([leftover.engine, leftover.postgres, leftover.clickhouse].map(isRunning)).toEqual([true, false, false]);
    await start();
    expect(note('engine')).toEqual(leftover.engine);
  });

  test(
    'a database whose port is taken while it is down gets another one, and the portal uses it',
    { timeout: 300_000 },
    async () => {
      const child = await running();
      const before = { portal: note('portal'), engine: note('engine') };
      const port = Number(new URL(databaseUrl()).port);
      // Normally it restarts the database at once, which is too fast for the test.
      child.kill('SIGSTOP');
      process.kill(postgres().pid, 'SIGKILL');
      const thief = await listenSoon(port).finally(() => child.kill('SIGCONT'));
      await until(() => Number(new URL(databaseUrl()).port) !== port);
      await until(async () => (await isServing()) && note('portal').pid !== before.portal.pid);
      expect(note('engine')).toEqual(before.engine);
      thief.close();
    },
  );

  test(
    'restarts each killed process, refuses a second start, and leaves nothing running',
    { timeout: 300_000 },
    async () => {
      const child = await running();
      const streaming = { engine: note('engine'), calls: note('calls') };
      const before = { portal: note('portal'), ...streaming, clickhouse: clickhouse(), postgres: postgres() };

      await query('create table kept (n UInt32) engine = MergeTree order by n');
      await query('insert into kept values (7)');
      for (const { pid } of Object.values(before)) process.kill(pid, 'SIGKILL');
      await until(() => Object.values(before).every((part) => !isRunning(part)));
      await until(async () => (await isServing()) && note('portal').pid !== before.portal.pid);
      await until(() => note('calls').pid !== before.calls.pid);
      await until(async () => (await query('select n from kept').catch(() => '')) === '7\n');
      const after = [note('portal'), note('engine'), note('calls'), clickhouse(), postgres()];

      const second = spawn(process.execPath, ['server/main.ts'], { cwd: project, env: environment() });
      expect((await once(second, 'exit'))[0]).toBe(1);

      await stop(child, 'SIGINT');
      expect(after.filter(isRunning)).toEqual([]);
    },
  );
});

describe('a start', () => {
  beforeEach(newFolder);
  afterEach(removeFolder);

  test('stops at once while everything is still starting', { timeout: 300_000 }, async () => {
    const child = spawn(process.execPath, ['server/main.ts'], { cwd: project, env: environment() });
    current = child;
    const ended = once(child, 'exit');
    await until(() => isWritten('run/portal.json'));
    const portal = note('portal');
    process.kill(portal.pid, 'SIGSTOP');
    await until(() => ['run/engine.json', 'clickhouse/child.json'].every(isWritten));
    const others = [note('engine'), clickhouse()];
    child.kill('SIGTERM');
    // The portal isn't ready before the engine stops.
    await until(() => !isRunning(others[0]!));
    // It may have been killed meanwhile.
    spawn('kill', ['-CONT', String(portal.pid)]);
    expect((await ended)[0]).toBe(0);
    expect([portal, ...others].filter(isRunning)).toEqual([]);
  });

  test('reports a port that is in use, and starts nothing', async () => {
    const blocker = createServer().listen(ports.portal);
    await once(blocker, 'listening');
    const child = spawn(process.execPath, ['server/main.ts'], { cwd: project, env: environment() });
    let said = '';
    child.stderr.on('data', (piece) => (said += String(piece)));
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(said).toContain(`PORT: another program listens on port ${ports.portal}`);
    expect(existsSync(join(dataDir, 'run', 'engine.json'))).toBe(false);
    blocker.close();
  });

  test('reports every unusable service, and starts nothing; one that responded before only causes a message', async () => {
    const closed = await freePort();
    const away = {
      DATABASE_URL: `postgres://me@127.0.0.1:${closed}/radio`,
      CLICKHOUSE_URL: `http://127.0.0.1:${closed}`,
      OIDC_ISSUER: `http://127.0.0.1:${closed}/realms/radio`,
    };
    const child = spawn(process.execPath, ['server/main.ts'], { cwd: project, env: { ...environment(), ...away } });
    let said = '';
    child.stderr.on('data', (piece) => (said += String(piece)));
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(said).toMatch(
      /^Skywave stops: DATABASE_URL: PostgreSQL does not respond .*\nCLICKHOUSE_URL: .*\nOIDC_ISSUER: .*\n$/,
    );
    expect(existsSync(join(dataDir, 'run', 'engine.json'))).toBe(false);

    const only = readSettings({ ...environment(), OIDC_ISSUER: away.OIDC_ISSUER });
    const messages: string[] = [];
    const services = { waitMs: 0, say: (text: string) => void messages.push(text) };
    await expect(requireServices(only, services)).rejects.toThrow(
      'OIDC_ISSUER: no OpenID Connect provider responds at this URL.',
    );
    const issuer = createHttp((_, reply) => reply.end(JSON.stringify({ issuer: away.OIDC_ISSUER })));
    issuer.listen(closed, '127.0.0.1');
    await once(issuer, 'listening');
    await requireServices(only, services);
    issuer.close();
    issuer.closeAllConnections();
    await requireServices(only, services);
    expect(messages).toEqual([
      expect.stringContaining('OIDC_ISSUER: no OpenID Connect provider responds at this URL.'),
    ]);
  });

  test('npm start reports a wrong brand before it builds any pages', async () => {
    const child = spawn(process.execPath, ['tools/start.mjs', 'start'], {
      cwd: project,
      env: { ...environment(), BRAND: 'foo' },
    });
    let said = '';
    child.stderr.on('data', (piece) => (said += String(piece)));
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(said).toBe('Skywave stops: BRAND: "foo" is not one of skywave, beacon, chorus.\n');
  });
});

const environment = () => ({
  ...childEnvironment(),
  DATA_DIR: dataDir,
  PORT: String(ports.portal),
  STREAM_PORT: String(ports.stream),
  SIP_PORT: '0',
});

const start = async (): Promise<{ child: ChildProcess; said(): string }> => {
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: project, env: environment() });
  current = child;
  let said = '';
  child.stdout.on('data', (piece) => (said += String(piece)));
  child.stderr.on('data', (piece) => (said += String(piece)));
  await until(() => {
    if (child.exitCode !== null) throw new Error(`It ended:\n${said}`);
    return said.includes('Ctrl-C stops it');
  });
  return { child, said: () => said };
};

/** The product as the test before left it, or else started again. */
const running = async (): Promise<ChildProcess> => (current && isAlive(current) ? current : (await start()).child);

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

const stop = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (!isAlive(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
};

const isServing = async (): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${ports.portal}/readyz`).catch(() => undefined))?.ok ?? false;

const query = async (sql: string): Promise<string> => {
  const services = JSON.parse(readFileSync(join(dataDir, 'run/services.json'), 'utf8')) as RunningServices;
  const { origin, password } = new URL(services.clickhouseUrl);
  const headers = { 'x-clickhouse-user': 'default', 'x-clickhouse-key': decodeURIComponent(password) };
  const reply = await fetch(`${origin}/?database=skywave`, { method: 'POST', body: sql, headers });
  if (!reply.ok) throw new Error(await reply.text());
  return reply.text();
};

const read = (file: string): string => readFileSync(join(dataDir, file), 'utf8');
/** Whether the file exists and is complete. */
const isWritten = (file: string): boolean => existsSync(join(dataDir, file)) && read(file).endsWith('}');
const note = (name: string): ProcessId => JSON.parse(read(`run/${name}.json`)) as ProcessId;
const clickhouse = (): ProcessId => JSON.parse(read('clickhouse/child.json')) as ProcessId;
const postgres = (): ProcessId => {
  const pid = Number(read('postgres-18/postmaster.pid').split('\n')[0]);
  return { pid, birth: birthOf(pid) ?? '' };
};

const databaseUrl = (): string => (JSON.parse(read('run/services.json')) as RunningServices).databaseUrl;

/** Listens on a port as soon as its owner is gone. */
const listenSoon = async (port: number): Promise<Server> => {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return server;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(20);
    }
  }
};

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Condition not met: ${String(holds)}`);
    await pause(100);
  }
};
