import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { freePort } from '#server/testing/free-port.ts';
import { isFree } from './ports.ts';

const project = join(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
let folder: string;
let current: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skywave-rights-'));
});
afterEach(async () => {
  if (current && current.exitCode === null && current.signalCode === null) {
    const ended = once(current, 'exit');
    current.kill('SIGTERM');
    await ended;
  }
  current = undefined;
  // A database of a folder that its account cannot enter is here.
  const installed = join(folder, 'data/secrets.json');
  if (existsSync(installed)) {
    const { id } = JSON.parse(readFileSync(installed, 'utf8')) as { id: string };
    rmSync(join('/var/lib/skywave', id), { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!isRoot)(
  'runs nothing as root after an earlier version did, and follows no link',
  { timeout: 300_000 },
  async () => {
    chmodSync(folder, 0o755);
    const dataDir = join(folder, 'data');
    const outside = join(folder, 'outside');
    writeFileSync(outside, 'not ours');
    mkdirSync(join(dataDir, 'files/old'), { recursive: true });
    writeFileSync(join(dataDir, 'files/old/track.mp3'), 'sound');
    symlinkSync(outside, join(dataDir, 'files/link'));
    writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 });

    const { pid } = await start(dataDir, await freePort());
    const processes = processesOf(pid!);
    expect(processes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['main.ts', 'portal.ts', 'delivery.ts', 'clickhouse-child.ts', 'postgres']),
    );
    expect(processes.filter(({ uid }) => uid === 0)).toEqual([]);
    expect(rightsOf(pid!)).toEqual({ CapPrm: 0n, CapBnd: 0n, NoNewPrivs: 1n });
    expect(statSync(join(dataDir, 'files/old/track.mp3')).uid).toBe(statSync(`/proc/${pid}`).uid);
    expect(statSync(outside).uid).toBe(0);
  },
);

test.skipIf(!isRoot)(
  'serves a port below 1024 from a folder that only root can enter',
  { timeout: 300_000 },
  async () => {
    const dataDir = join(folder, 'data');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const port = await freeLowPort();
    const { pid } = await start(dataDir, port);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(processesOf(pid!).filter(({ uid }) => uid === 0)).toEqual([]);
    const netBindService = 1n << 10n;
    expect(rightsOf(pid!)).toEqual({ CapPrm: netBindService, CapBnd: netBindService, NoNewPrivs: 1n });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  },
);

test.skipIf(!isRoot)('refuses a folder directly below / that contains other files', async () => {
  const top = mkdtempSync('/skywave-rights-');
  try {
    writeFileSync(join(top, 'other'), 'not ours');
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: project,
      env: { ...childEnvironment(), DATA_DIR: top },
    });
    let output = '';
    child.stderr.on('data', (piece) => (output += String(piece)));
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(output).toContain('set a separate folder');
    expect([statSync(top).uid, statSync(join(top, 'other')).uid]).toEqual([0, 0]);
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
});

const secrets = {
  id: '00000000-0000-4000-8000-000000000000',
  postgresPassword: 'a password of the test',
  clickhousePassword: 'another-password-of-the-test',
  engineToken: 'the token of the test engine',
};

const start = async (dataDir: string, port: number): Promise<ChildProcess> => {
  const env = {
    ...childEnvironment(),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATA_DIR: dataDir,
    PORT: String(port),
    DELIVERY_PORT: String(await freePort()),
    STREAM_PORT: String(await freePort()),
  };
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: project, env });
  current = child;
  let output = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      output += String(piece);
      if (output.includes('Ctrl-C stops it')) ready.resolve();
    });
  }
  child.once('close', () => ready.reject(new Error(`It ended:\n${output}`)));
  await ready.promise;
  return child;
};

type Process = { pid: number; parent: number; name: string; uid: number };

/** A process and all its descendants that run now. */
const processesOf = (pid: number): Process[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processAt(Number(name)) ?? []);
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return [...all.filter((one) => one.pid === pid), ...below(pid)];
};

/** What is known of a process, with the file name of its program; undefined if it has ended, as a query of a database does. */
const processAt = (pid: number): Process | undefined => {
  try {
    const parent = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const path = words.find((word) => word.endsWith('.ts')) ?? words[0] ?? '';
    const name = path.slice(path.lastIndexOf('/') + 1).split(':')[0] ?? '';
    return { pid, parent, name, uid: statSync(`/proc/${pid}`).uid };
  } catch {
    return undefined;
  }
};

const rightsOf = (pid: number): Record<string, bigint> => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): bigint => BigInt(`0x${new RegExp(`^${name}:\\s*(\\w+)`, 'm').exec(status)?.[1] ?? 'f'}`);
  return { CapPrm: read('CapPrm'), CapBnd: read('CapBnd'), NoNewPrivs: read('NoNewPrivs') };
};

const freeLowPort = async (): Promise<number> => {
  for (let port = 700; port < 1000; port++) if (await isFree(port)) return port;
  throw new Error('no port below 1024 is free');
};
