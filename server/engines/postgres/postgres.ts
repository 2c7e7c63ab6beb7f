import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { endProcess, findRunning, launch, birthOf, type Running } from '#server/kernel/processes.ts';
import { installBinaries } from './binaries.ts';
import { createCluster } from './cluster.ts';
import { serviceHome } from './service-home.ts';
import { serviceAccount } from './service-account.ts';

export type PostgresOptions = {
  dataDir: string;
  /** The id of this installation, so that data outside DATA_DIR is never mixed up with another's. */
  installation: string;
  password: string;
  /** Called only when a new process is started; an adopted one has its port already. */
  port: () => Promise<number>;
  logFile: string;
  /** Only tests may risk losing data in a power cut. */
  durable: boolean;
};

export type RunningPostgres = Running & { url: string; port: number; stop(): Promise<void> };

const startMs = 60_000;
const stopMs = 20_000;

/**
 * Starts the embedded PostgreSQL of this DATA_DIR, ready for connections, or adopts one that a killed supervisor left
 * running; removes a stale lock of a killed one. Loopback only, with a password and PostgreSQL's default durability.
 */
export const startPostgres = async (options: PostgresOptions): Promise<RunningPostgres> => {
  const account = await serviceAccount();
  const home = await serviceHome(options.dataDir, options.installation, account);
  const binaries = await installBinaries(home);
  const data = join(home, `postgres-${binaries.major}`);
  await createCluster({ binaries, data, account, password: options.password });

  const adopted = await findLeftover(data, options);
  if (adopted !== undefined) return adopted;

  const port = await options.port();
  const run = await launch({
    command: join(binaries.folder, 'bin/postgres'),
    args: ['-D', data, ...settings(port, options)],
    cwd: data,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    account,
    logFile: options.logFile,
  });
  const running = asPostgres(run, port, options.password);
  await waitUntilReady(running, options.logFile);
  return running;
};

/** The URL for clients; the database `postgres` always exists. */
export const postgresUrl = (port: number, password: string, database: string): string =>
  `postgres://skywave:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/** A sixteenth of the memory: enough to cache lists and searches, leaving the rest to the engine and ClickHouse. */
const sharedMegabytes = (): number => Math.min(Math.max(Math.floor(totalmem() / 16 / 1024 ** 2), 64), 1024);

/**
 * Databases that live for seconds need no vacuum, and nobody follows their log. All buffers are looked through whenever a database is
 * copied or dropped.
 */
const forShortLives = {
  ...{ autovacuum: 'off', wal_level: 'minimal', max_wal_senders: 0 },
  ...{ shared_buffers: '256MB', bgwriter_lru_maxpages: 0 },
};

const settings = (port: number, { durable }: PostgresOptions): string[] => {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: `${sharedMegabytes()}MB`,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    ...(durable ? {} : forShortLives),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

const asPostgres = (run: Running, port: number, password: string): RunningPostgres => ({
  ...run,
  port,
  url: postgresUrl(port, password, 'postgres'),
  // SIGINT is PostgreSQL's fast shutdown: it ends sessions without losing committed data.
  stop: () => endProcess(run, 'SIGINT', stopMs),
});

const waitUntilReady = async (running: RunningPostgres, logFile: string): Promise<void> => {
  const until = Date.now() + startMs;
  let ended: string | undefined;
  void running.ended.then((reason) => (ended = reason));
  while (!(await isResponding(running.url))) {
    if (ended !== undefined) throw new Error(`PostgreSQL ${ended}; see ${logFile}.`);
    if (Date.now() > until) throw new Error(`PostgreSQL did not respond within ${startMs / 1000} s; see ${logFile}.`);
    await new Promise((settle) => setTimeout(settle, 30));
  }
};

const isResponding = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Finds the process that serves this folder by postmaster.pid, whose lines are pid, folder, start, port. */
const findLeftover = async (data: string, options: PostgresOptions): Promise<RunningPostgres | undefined> => {
  const lockFile = join(data, 'postmaster.pid');
  if (!existsSync(lockFile)) return undefined;
  const lines = (await readFile(lockFile, 'utf8')).split('\n');
  const pid = Number(lines[0]);
  const run = (await isServing(pid, data)) ? findRunning({ pid, birth: birthOf(pid) ?? '' }) : undefined;
  if (run === undefined) {
    await rm(lockFile, { force: true });
    return undefined;
  }
  const running = asPostgres(run, Number(lines[3]), options.password);
  if (await isResponding(running.url)) return running;
  await running.stop();
  return undefined;
};

/** The pid in a stale lock may by now belong to another program. */
const isServing = async (pid: number, data: string): Promise<boolean> => {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line.split('\0').includes(data);
};
