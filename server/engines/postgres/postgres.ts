import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { endProcess, findRunning, launch, birthOf, type Running } from '#server/kernel/processes.ts';
import { placeBinaries } from './binaries.ts';
import { makeCluster } from './cluster.ts';
import { serviceHome } from './service-home.ts';
import { serviceAccount } from './service-account.ts';

export type PostgresOptions = {
  dataDir: string;
  /** Names this installation, so that data outside DATA_DIR is never taken for another's. */
  installation: string;
  password: string;
  /** Asked where one is started; one that is adopted has its port. */
  port: () => Promise<number>;
  logFile: string;
  /** Only tests may lose data in a power cut. */
  durable: boolean;
};

export type RunningPostgres = Running & { url: string; port: number; stop(): Promise<void> };

const startMs = 60_000;
const stopMs = 20_000;

/**
 * The embedded PostgreSQL of this DATA_DIR, ready for connections: the one that a killed supervisor left running is
 * adopted, a stale lock of one that was killed is cleared. Loopback only, with a password, durable as PostgreSQL is.
 */
export const startPostgres = async (options: PostgresOptions): Promise<RunningPostgres> => {
  const account = await serviceAccount();
  const home = await serviceHome(options.dataDir, options.installation, account);
  const binaries = await placeBinaries(home);
  const data = join(home, `postgres-${binaries.major}`);
  await makeCluster({ binaries, data, account, password: options.password });

  const left = await findLeftover(data, options);
  if (left !== undefined) return left;

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

/** Where a client connects; the database `postgres` is there from the start. */
export const postgresUrl = (port: number, password: string, database: string): string =>
  `postgres://skywave:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/** A sixteenth of the memory: what lists and searches touch stays in it, and the rest is the engine's and ClickHouse's. */
const sharedMegabytes = (): number => Math.min(Math.max(Math.floor(totalmem() / 16 / 1024 ** 2), 64), 1024);

const settings = (port: number, { durable }: PostgresOptions): string[] => {
  const wanted: Record<string, string | number> = {
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
  };
  return Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

const asPostgres = (run: Running, port: number, password: string): RunningPostgres => ({
  ...run,
  port,
  url: postgresUrl(port, password, 'postgres'),
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, everything committed is kept.
  stop: () => endProcess(run, 'SIGINT', stopMs),
});

const waitUntilReady = async (running: RunningPostgres, logFile: string): Promise<void> => {
  const until = Date.now() + startMs;
  let ended: string | undefined;
  void running.ended.then((reason) => (ended = reason));
  while (!(await answers(running.url))) {
    if (ended !== undefined) throw new Error(`PostgreSQL ${ended}; ${logFile} says why.`);
    if (Date.now() > until) throw new Error(`PostgreSQL did not answer within ${startMs / 1000} s; see ${logFile}.`);
    await new Promise((settle) => setTimeout(settle, 30));
  }
};

const answers = async (url: string): Promise<boolean> => {
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

/** postmaster.pid tells who serves this folder: lines are pid, folder, start, port. */
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
  if (await answers(running.url)) return running;
  await running.stop();
  return undefined;
};

/** A process number lives on in a stale lock and may be anybody's by now. */
const isServing = async (pid: number, data: string): Promise<boolean> => {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line.split('\0').includes(data);
};
