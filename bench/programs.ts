import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { watch } from './watchdog.ts';

const running = new Set<ChildProcess>();

/** Starts a program with many open files allowed; it is stopped when the bench ends. */
export const start = (command: string[], env: Record<string, string> = {}): ChildProcess & { pid: number } => {
  const child = spawn('sh', ['-c', 'ulimit -n "$(ulimit -Hn)"; exec "$@"', 'sh', ...command], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout?.resume();
  child.stderr?.resume();
  running.add(child);
  const unwatch = child.pid === undefined ? undefined : watch(child.pid);
  child.on('exit', () => {
    running.delete(child);
    unwatch?.();
  });
  return child as ChildProcess & { pid: number };
};

/** Ends a program and waits for its exit. */
export const end = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
};

/** Kills every program that is still running. */
export const killAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** A free port of 127.0.0.1 whose next one is free too. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const server = await tryListen(0);
    const { port } = server!.address() as AddressInfo;
    const next = await tryListen(port + 1);
    server?.close();
    next?.close();
    if (next) return port;
  }
};

const tryListen = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

/** Installs the Debian packages of missing programs; false if that fails. */
export const ensurePrograms = (packages: Record<string, string>): boolean => {
  const missing = Object.entries(packages).filter(([program]) => !isOnPath(program));
  if (missing.length === 0) return true;
  const names = missing.map(([, name]) => name);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  // An installed peer must not start its own service.
  const env = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get'];
  console.log(`Installing ${names.join(', ')} …`);
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...names],
  ])
    spawnSync(env[0]!, [...env.slice(1), ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  return missing.every(([program]) => isOnPath(program));
};

const isOnPath = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** The first line of what a program prints for its version. */
export const versionOf = (program: string, flag: string): string => {
  const { stdout, stderr } = spawnSync(program, [flag], { encoding: 'utf8' });
  return (stdout || stderr || '').split('\n')[0]!.trim();
};
