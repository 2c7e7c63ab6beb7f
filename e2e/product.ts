import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The whole product as `npm start` runs it, on ports and a data folder of its own. */
export type Product = {
  url: string;
  streamUrl: string;
  dataDir: string;
  admin: { email: string; password: string };
  output(): string;
  stop(): Promise<void>;
};

/** Starts the product and waits until its sign-in page can be had. */
export const startProduct = async (settings: Record<string, string> = {}): Promise<Product> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'skywave-e2e-'));
  const [port, streamPort] = await freePorts();
  const admin = { email: 'owner@skywave.example', password: 'correct horse battery' };
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      STREAM_PORT: String(streamPort),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
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
    output: () => said.join(''),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const ready = async (url: string, child: ChildProcess, said: string[]): Promise<void> => {
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break;
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  child.kill('SIGKILL');
  throw new Error(`The product did not start:\n${said.join('')}`);
};

/** A portal port, and a stream port whose successor (Shoutcast) is free as well. */
const freePorts = async (): Promise<[number, number]> => {
  const portal = await freePort();
  for (;;) {
    const stream = await freePort();
    if (stream !== portal && stream + 1 !== portal && (await isFree(stream + 1))) return [portal, stream];
  }
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
