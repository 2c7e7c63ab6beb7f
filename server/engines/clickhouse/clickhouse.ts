import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess, findRunning, launch, type ProcessId, type Running } from '#server/kernel/processes.ts';

export type ClickHouseOptions = {
  dataDir: string;
  /** Asked where one is started; one that is adopted has its port. */
  port: () => Promise<number>;
  password: string;
  logFile: string;
};

export type RunningClickHouse = Running & { url: string; port: number; stop(): Promise<void> };

/** Tables of years are opened on a busy machine. */
const startMs = 180_000;
const stopMs = 10_000;
const program = fileURLToPath(new URL('./clickhouse-child.ts', import.meta.url));

/**
 * The embedded ClickHouse of this DATA_DIR, ready for queries at `url` (user `default`); one that a killed
 * supervisor left running is adopted. The data survives kill -9; one process at a time holds the folder.
 */
export const startClickHouse = async (options: ClickHouseOptions): Promise<RunningClickHouse> => {
  const folder = join(options.dataDir, 'clickhouse');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const noteFile = join(folder, 'child.json');
  const left = await findLeftover(noteFile, options);
  if (left !== undefined) return left;

  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  const port = await options.port();
  const run = await launch({
    command: process.execPath,
    args: [program, join(folder, 'data'), String(port), passwordFile],
    cwd: folder,
    // As many threads as statements may run at once, and one to spare.
    env: { UV_THREADPOOL_SIZE: '9', TZ: 'UTC' },
    logFile: options.logFile,
  });
  // Whole or not at all: whoever starts it may be killed here.
  await writeFile(`${noteFile}.new`, JSON.stringify({ pid: run.pid, birth: run.birth, port }));
  await rename(`${noteFile}.new`, noteFile);
  const running = asClickHouse(run, port, options.password);
  await waitUntilReady(running, options.logFile);
  return running;
};

/** Where a client connects; a database is named as its path. */
export const clickhouseUrl = (port: number, password: string): string =>
  `http://default:${encodeURIComponent(password)}@127.0.0.1:${port}`;

const asClickHouse = (run: Running, port: number, password: string): RunningClickHouse => ({
  ...run,
  port,
  url: clickhouseUrl(port, password),
  stop: () => endProcess(run, 'SIGTERM', stopMs),
});

const findLeftover = async (
  noteFile: string,
  { password }: ClickHouseOptions,
): Promise<RunningClickHouse | undefined> => {
  if (!existsSync(noteFile)) return undefined;
  const note = JSON.parse(await readFile(noteFile, 'utf8')) as ProcessId & { port: number };
  const run = findRunning(note);
  if (run === undefined) return undefined;
  const running = asClickHouse(run, note.port, password);
  if (await answers(running)) return running;
  await running.stop();
  return undefined;
};

const waitUntilReady = async (running: RunningClickHouse, logFile: string): Promise<void> => {
  const until = Date.now() + startMs;
  let ended: string | undefined;
  void running.ended.then((reason) => (ended = reason));
  while (!(await answers(running))) {
    if (ended !== undefined) throw new Error(`ClickHouse ${ended}; ${logFile} says why.`);
    if (Date.now() > until) throw new Error(`ClickHouse did not answer within ${startMs / 1000} s; see ${logFile}.`);
    await new Promise((settle) => setTimeout(settle, 50));
  }
};

/** Asks with the password, so that another program on the port is not taken for ours. */
const answers = async ({ url }: RunningClickHouse): Promise<boolean> => {
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
