import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess, findRunning, launch, type ProcessId, type Running } from '#server/kernel/processes.ts';

export type ClickHouseOptions = {
  dataDir: string;
  /** Called only when a new process is started; an adopted one has its port already. */
  port: () => Promise<number>;
  password: string;
  logFile: string;
};

export type RunningClickHouse = Running & { url: string; port: number; stop(): Promise<void> };

/** Long enough to open years of tables on a busy machine. */
const startMs = 180_000;
const stopMs = 10_000;
const program = fileURLToPath(new URL('./clickhouse-child.ts', import.meta.url));

/**
 * Starts the embedded ClickHouse of this DATA_DIR, ready for queries at `url` (user `default`), or adopts one that a
 * killed supervisor left running. The data survives kill -9; only one process at a time may open the folder.
 */
export const startClickHouse = async (options: ClickHouseOptions): Promise<RunningClickHouse> => {
  const folder = join(options.dataDir, 'clickhouse');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pidFile = join(folder, 'child.json');
  const adopted = await findLeftover(pidFile, options);
  if (adopted !== undefined) return adopted;

  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  const port = await options.port();
  const run = await launch({
    command: process.execPath,
    args: [program, join(folder, 'data'), String(port), passwordFile],
    cwd: folder,
    // One thread for each statement that may run at once, and spares.
    env: { UV_THREADPOOL_SIZE: '9', TZ: 'UTC' },
    logFile: options.logFile,
  });
  // Written atomically, as the supervisor may be killed at any time.
  await writeFile(`${pidFile}.new`, JSON.stringify({ pid: run.pid, birth: run.birth, port }));
  await rename(`${pidFile}.new`, pidFile);
  const running = asClickHouse(run, port, options.password);
  await waitUntilReady(running, options.logFile);
  return running;
};

/** The URL for clients; a database is given as its path. */
export const clickhouseUrl = (port: number, password: string): string =>
  `http://default:${encodeURIComponent(password)}@127.0.0.1:${port}`;

const asClickHouse = (run: Running, port: number, password: string): RunningClickHouse => ({
  ...run,
  port,
  url: clickhouseUrl(port, password),
  stop: () => endProcess(run, 'SIGTERM', stopMs),
});

const findLeftover = async (
  pidFile: string,
  { password }: ClickHouseOptions,
): Promise<RunningClickHouse | undefined> => {
  if (!existsSync(pidFile)) return undefined;
  const saved = JSON.parse(await readFile(pidFile, 'utf8')) as ProcessId & { port: number };
  const run = findRunning(saved);
  if (run === undefined) return undefined;
  const running = asClickHouse(run, saved.port, password);
  if (await isResponding(running)) return running;
  await running.stop();
  return undefined;
};

const waitUntilReady = async (running: RunningClickHouse, logFile: string): Promise<void> => {
  const until = Date.now() + startMs;
  let ended: string | undefined;
  void running.ended.then((reason) => (ended = reason));
  while (!(await isResponding(running))) {
    if (ended !== undefined) throw new Error(`ClickHouse ${ended}; see ${logFile}.`);
    if (Date.now() > until) throw new Error(`ClickHouse did not respond within ${startMs / 1000} s; see ${logFile}.`);
    await new Promise((settle) => setTimeout(settle, 50));
  }
};

/** Authenticates with the password, so that another program on the port is not mistaken for ours. */
const isResponding = async ({ url }: RunningClickHouse): Promise<boolean> => {
  const { origin, username, password } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${decodeURIComponent(password)}`).toString('base64')}`;
  try {
    const reply = await fetch(`${origin}/?query=select%201`, {
      headers: { authorization },
      signal: AbortSignal.timeout(5000),
    });
    return (await reply.text()) === '1\n';
  } catch {
    return false;
  }
};
