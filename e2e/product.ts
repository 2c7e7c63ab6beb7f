import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The whole product as `npm start` runs it, on ports and a data folder of its own. */
export type Product = {
  url: string;
  streamUrl: string;
  dataDir: string;
  admin: { email: string; password: string };
  /** Ends all its parts; its data stay. */
  end(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
};

/** Starts the product, on a copy of data where they are given, and waits until its sign-in page can be had. */
export const startProduct = async (settings: Record<string, string> = {}, from?: string): Promise<Product> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'skywave-e2e-'));
  if (from !== undefined) await copyData(from, dataDir);
  const [port, streamPort] = await freePorts();
  const admin = { email: 'owner@skywave.example', password: 'correct horse battery' };
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // As `npm start` has it: without it each of its processes compiles all of it anew.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      STREAM_PORT: String(streamPort),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      PASSWORD_GRANT: 'on',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const url = `http://localhost:${port}`;
  await ready(url, child, said);
  return {
    url,
    streamUrl: `http://localhost:${streamPort}`,
    dataDir,
    admin,
    end: () => end(child),
    stop: async () => {
      await end(child);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
};

/** With their owner; the database's programs, which nothing changes, are the same files. */
const copyData = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('chown', ['--reference', from, to]);
  for (const name of await readdir(from))
    await promisify(execFile)('cp', [name.startsWith('postgresql-') ? '-al' : '-a', join(from, name), to]);
};

/** Seconds where it is alone; on a machine that is busy with much else, minutes. */
const patienceMs = 200_000;

const ready = async (url: string, child: ChildProcess, said: string[]): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break;
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  await end(child);
  throw new Error(`The product did not start:\n${said.join('')}`);
};

/** Ends the product with all its parts: killed, it would leave them behind. */
const end = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

/** Below those that the system gives to whoever asks for any port: none of these is taken while the product starts. */
const firstPort = 12_000;
const lastPort = 32_000;

/** A portal port, a stream port and its successor (Shoutcast), drawn so that what starts at the same time has others. */
const freePorts = async (): Promise<[number, number]> => {
  for (;;) {
    const portal = await freePort();
    if ((await isFree(portal + 1)) && (await isFree(portal + 2))) return [portal, portal + 1];
  }
};

/** A port that nobody listens on, for a program that is about to. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(firstPort, lastPort);
    if (await isFree(port)) return port;
  }
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
