import type { ChildProcess } from 'node:child_process';
import { median } from './median.ts';
import { cpuSecondsOfTree, pause, residentMbOfTree } from './process-figures.ts';
import { end, start } from './programs.ts';

/** Connections that one process may open. */
const perProcess = 10_000;
const settleMs = 3000;
/** Each figure is the median of so many changes: what else the machine does lies on some of them. */
const roundsOf = 5;

type Server = {
  port: number;
  /** Of the event stream. */
  path: string;
  pid: number;
};

/**
 * How a change reaches many followers: ms until 95 % of them have it, counted from the first, and the server's memory (kB) for each of them
 * and processor time (ms), with the processes that it has started; what it does until the change is due counts too.
 */
export type Push = { p95: number; kB: number; cpuMs: number };

/** Opens this many event streams, lets the server send a change to all, and measures it. */
export const measurePush = async (
  { port, path, pid }: Server,
  followers: number,
  change: () => unknown,
): Promise<Push> => {
  const before = residentMbOfTree(pid);
  const children: ChildProcess[] = [];
  for (let first = 0; first < followers; first += perProcess) {
    const count = Math.min(perProcess, followers - first);
    const child = start([process.execPath, 'bench/follow.ts', String(port), path, String(first), String(count)]);
    await messageOf(child);
    children.push(child);
  }
  await pause(settleMs);
  const kB = ((residentMbOfTree(pid) - before) * 1024) / followers;
  const rounds: { p95: number; cpuMs: number }[] = [];
  for (let round = 0; round < roundsOf; round++) rounds.push(await pushOnce(children, pid, change));
  for (const child of children) await end(child, 'SIGKILL');
  return { kB, p95: median(rounds.map(({ p95 }) => p95)), cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)) };
};

const pushOnce = async (
  children: readonly ChildProcess[],
  pid: number,
  change: () => unknown,
): Promise<{ p95: number; cpuMs: number }> => {
  for (const child of children) {
    child.send('mark');
    // Else they would stop reading while the server sends, on the same cores.
    await messageOf(child);
  }
  const received = children.map(async (child) => (await messageOf(child)) as { times: number[] });
  const used = cpuSecondsOfTree(pid);
  await change();
  const times = (await Promise.all(received)).flatMap(({ times: own }) => own).toSorted((one, other) => one - other);
  const cpuMs = (cpuSecondsOfTree(pid) - used) * 1000;
  return { p95: times[Math.floor(times.length * 0.95)]! - times[0]!, cpuMs };
};

/** The same from a process that does nothing but write these bytes to sockets. */
export const measureBarePush = async (event: string, followers: number): Promise<Push> => {
  const server = start([process.execPath, 'bench/bare-push.ts', event]);
  try {
    const port = (await messageOf(server)) as number;
    return await measurePush({ port, path: '/', pid: server.pid! }, followers, () => server.send('change'));
  } finally {
    await end(server, 'SIGKILL');
  }
};

/** The next message of a program; throws if it ends before. */
const messageOf = async (child: ChildProcess): Promise<unknown> =>
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('A follower was refused or lost its connection.')));
  });
