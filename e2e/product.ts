import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The whole product as `npm start` runs it, on its own ports and data folder. */
export type Product = {
  url: string;
  streamUrl: string;
  dataDir: string;
  admin: { email: string; password: string };
  /** Stops all its processes; keeps the data. */
  end(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
};

/** Starts the product, on a copy of the data in `from` if given, and waits until it is ready. */
export const startProduct = async (settings: Record<string, string> = {}, from?: string): Promise<Product> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'skywave-e2e-'));
  if (from !== undefined) await copyData(from, dataDir);
  const [freePortal, streamPort] = await freePorts();
  const port = settings['PORT'] ?? String(freePortal);
  const admin = { email: 'owner@skywave.example', password: 'correct horse battery' };
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // As in `npm start`: without it each process compiles everything again.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: port,
      STREAM_PORT: String(streamPort),
      SIP_PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      PASSWORD_GRANT: 'on',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const url = `http://localhost:${port}`;
  await waitUntilReady(url, child, output);
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

/** Keeps the owner; hard-links the database's programs, which never change. */
const copyData = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('chown', ['--reference', from, to]);
  for (const name of await readdir(from))
    await promisify(execFile)('cp', [name.startsWith('postgresql-') ? '-al' : '-a', join(from, name), to]);
};

/** Starting takes seconds on an idle machine, minutes on a busy one. */
const patienceMs = 200_000;

const waitUntilReady = async (url: string, child: ChildProcess, output: string[]): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break;
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  await end(child);
  throw new Error(`The product did not start:\n${output.join('')}`);
};

/** Stops the product with all its processes: if killed, it would leave them running. */
const end = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

/** Below the system's ephemeral ports, so that no other program is given one of these while the product starts. */
const firstPort = 12_000;
const lastPort = 32_000;

/**
 * A portal port, a stream port and its successor (Shoutcast), drawn at random, so that parallel starts don't collide.
 */
const freePorts = async (): Promise<[number, number]> => {
  for (;;) {
    const portal = await freePort();
    if ((await isFree(portal + 1)) && (await isFree(portal + 2))) return [portal, portal + 1];
  }
};

/** A port that nothing listens on. */
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
