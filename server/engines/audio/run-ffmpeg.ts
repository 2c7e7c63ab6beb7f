import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** What a finished run said: its exit code, the first and the last lines of its log. */
export type Finished = { code: number | null; log: string };

/** A run is ended when it is older than `limitMs`, or has not moved on for `stallMs`. */
export type Bounds = { limitMs: number; stallMs: number; memoryBytes: number };

/** Nothing of this process's environment reaches a decoder of strangers' files. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin', LC_ALL: 'C', AV_LOG_FORCE_NOCOLOR: '1' };
const headBytes = 16 * 1024;
const logBytes = 48 * 1024;

/**
 * Runs ffmpeg on files of this disk: no shell, no standard input, an empty environment, low priority,
 * memory and time bounded. `progress` gets the microseconds of sound written so far, `hear` what it writes to `pipe:3`. Throws
 * the signal's reason when aborted; answers the code and the log otherwise, whatever the code is.
 */
export const runFfmpeg = async (
  args: readonly string[],
  bounds: Bounds,
  watch: { progress?: (us: number) => void; signal?: AbortSignal; hear?: (bytes: Buffer) => void } = {},
): Promise<Finished> => {
  watch.signal?.throwIfAborted();
  const line = ['ffmpeg', '-hide_banner', '-nostdin', '-nostats', '-progress', 'pipe:1', ...args];
  const [program, ...rest] = [...wrapper(bounds), ...line] as [string, ...string[]];
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe', ...(watch.hear ? (['pipe'] as const) : [])],
    env: environment,
  });
  const kill = () => child.kill('SIGKILL');
  const limit = setTimeout(kill, bounds.limitMs);
  const stall = setTimeout(kill, bounds.stallMs);
  watch.signal?.addEventListener('abort', kill, { once: true });
  try {
    const log = collect(child);
    createInterface({ input: child.stdout! }).on('line', (text) => {
      stall.refresh();
      const us = /^out_time_us=(\d+)/.exec(text)?.[1];
      if (us) watch.progress?.(Number(us));
    });
    if (watch.hear) (child.stdio[3] as Readable).on('data', watch.hear);
    const code = await ended(child);
    watch.signal?.throwIfAborted();
    return { code, log: log() };
  } finally {
    clearTimeout(limit);
    clearTimeout(stall);
    watch.signal?.removeEventListener('abort', kill);
  }
};

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });

/** The log's beginning, where ffmpeg says what it reads, and its end, where it sums up: errors must not fill the memory. */
const collect = (child: ChildProcess): (() => string) => {
  let head = '';
  let tail = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    const room = headBytes - head.length;
    head += text.slice(0, room);
    tail = (tail + text.slice(Math.max(0, room))).slice(-logBytes);
  });
  return () => head + tail;
};

const found = new Map<string, boolean>();

/** Whether a program can be run on this machine; asked once per program, again while it is missing. */
export const hasProgram = (name: string, flag: string): boolean => {
  if (found.get(name)) return true;
  const there = spawnSync(name, [flag], { stdio: 'ignore', timeout: 10_000, env: environment }).status === 0;
  found.set(name, there);
  return there;
};

/** Threads use up more processor time than the clock; this ends one whose parent was killed before it could. */
const cpuPerSecond = 8;
const openFiles = 64;

const wrapper = ({ memoryBytes, limitMs }: Bounds): string[] => {
  const cpu = Math.ceil((limitMs / 1000) * cpuPerSecond);
  return [
    ...(hasProgram('nice', '--version') ? ['nice', '-n', '10'] : []),
    ...(hasProgram('prlimit', '--version')
      ? ['prlimit', `--as=${memoryBytes}`, `--nofile=${openFiles}`, `--cpu=${cpu}`, '--core=0', '--nice=0:0']
      : []),
  ];
};
