import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { session } from '#contract/api/session.ts';
import { checkServices } from './kernel/check-services.ts';
import { readSettings } from './kernel/config.ts';
import { connectDatabases, directDatabase } from './kernel/db/connect.ts';
import { runExclusive } from './kernel/db/run-exclusive.ts';
import { testDatabase, type TestDatabase } from './testing/database.ts';
import { testPortal, type TestPortal } from './testing/portal.ts';
import { freePort } from './testing/free-port.ts';

const isThere = spawnSync('pgbouncer', ['--version']).status === 0;

/*
 * PgBouncer in transaction mode in front of the database: each transaction gets another session.
 */
describe.skipIf(!isThere)('behind PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooler: { url: string; stop(): Promise<void> };
  let portal: TestPortal;
  const urls = () => ({ databaseUrl: pooler.url, databaseDirectUrl: database.url, databasePrepared: false });
  beforeAll(async () => {
    database = await testDatabase();
    pooler = await startPooler(database.url);
    portal = await testPortal({ database: urls() });
  });
  afterAll(async () => {
    await portal.close();
    await pooler.stop();
    await database.drop();
  });

  it('is named at the start, with what to set', async () => {
    const problems = async (env: Record<string, string>) =>
      (await checkServices(readSettings({ ...env, DATABASE_URL: pooler.url }), 0)).map(({ message }) => message);
    expect(await problems({ DATABASE_PREPARED: 'off' })).toEqual([
      'DATABASE_URL: a pooler in transaction mode (PgBouncer) answers at this URL; set DATABASE_DIRECT_URL to PostgreSQL itself.',
    ]);
    expect(await problems({ DATABASE_DIRECT_URL: pooler.url, DATABASE_PREPARED: 'off' })).toEqual([
      'DATABASE_DIRECT_URL: a pooler in transaction mode (PgBouncer) answers at this URL; set DATABASE_DIRECT_URL to PostgreSQL itself.',
    ]);
    expect(await problems({ DATABASE_DIRECT_URL: database.url, DATABASE_PREPARED: 'off' })).toEqual([]);
  });

  it('answers 600 calls without an error', async () => {
    const admin = await portal.as(await portal.make.person({ admin: true }));
    const account = await portal.make.account();
    const statuses = new Set<number>();
    const caller = async (n: number): Promise<void> => {
      for (let call = 0; call < 20; call++) {
        const reply =
          (n + call) % 2 === 0 ? admin.call(session.me) : admin.call(accounts.get, { params: { key: account } });
        statuses.add((await reply).status);
      }
    };
    await Promise.all(Array.from({ length: 30 }, (_, n) => caller(n)));
    expect([...statuses]).toEqual([200]);
  });

  it('gives a lock to one process at a time, and hears notifications', async () => {
    const { db, close } = connectDatabases(urls());
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await sql`select pg_sleep(0.05)`.execute(db);
      running--;
    };
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => runExclusive({ db: n % 2 === 0 ? db : portal.kernel.db }, 'one', work)),
    );
    expect(most).toBe(1);
    expect(directDatabase(db)).not.toBe(db);
    await close();

    const heard: unknown[] = [];
    portal.kernel.events.onAnnounced('test', ({ n }) => heard.push(n));
    for (let n = 0; n < 20; n++) await portal.kernel.events.announce(portal.kernel.db, 'test', { n });
    await expect.poll(() => heard).toHaveLength(20);
  });
});

/** PgBouncer on a free port with four sessions; root may not run it, so `nobody` does. */
const startPooler = async (url: string): Promise<{ url: string; stop(): Promise<void> }> => {
  const { hostname, port, username, password, pathname } = new URL(url);
  const name = pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'));
  chmodSync(folder, 0o755);
  const listen = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${name} = host=${hostname} port=${port} user=${decodeURIComponent(username)} password='${decodeURIComponent(password)}' dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${String(listen)}
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
unix_socket_dir =
`,
  );
  const isRoot = process.getuid?.() === 0;
  const child = spawn('pgbouncer', [...(isRoot ? ['--user', 'nobody'] : []), file], { stdio: 'ignore' });
  while (!(await isOpen(listen))) await pause(50);
  const pooled = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(listen) }).href;
  return {
    url: pooled,
    async stop() {
      await endOf(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const isOpen = async (port: number): Promise<boolean> =>
  await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

const endOf = async (child: ChildProcess): Promise<void> => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
};
