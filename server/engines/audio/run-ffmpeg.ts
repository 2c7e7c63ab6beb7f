import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The result of a run: its exit code, and the first and last lines of its log. */
export type FfmpegResult = { code: number | null; log: string };

/** A run is killed after `limitMs`, or after `stallMs` without progress. */
export type RunLimits = { limitMs: number; stallMs: number; memoryBytes: number };

/** A minimal environment: a decoder of untrusted files gets none of this process's variables. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin', LC_ALL: 'C', AV_LOG_FORCE_NOCOLOR: '1' };
const headBytes = 16 * 1024;
const logBytes = 48 * 1024;

/**
 * Runs ffmpeg on local files: no shell, no standard input, a minimal environment, low priority, limited
 * memory and time. `progress` gets the microseconds of audio written so far, `onPcm` the output of `pipe:3`. Throws
 * the signal's reason when aborted; otherwise returns the exit code, even a failure, and the log.
 */
export const runFfmpeg = async (
  args: readonly string[],
  bounds: RunLimits,
  watch: { progress?: (us: number) => void; signal?: AbortSignal; onPcm?: (bytes: Buffer) => void } = {},
): Promise<FfmpegResult> => {
  watch.signal?.throwIfAborted();
  const line = ['ffmpeg', '-hide_banner', '-nostdin', '-nostats', '-progress', 'pipe:1', ...args];
  const [program, ...rest] = [...wrapper(bounds), ...line] as [string, ...string[]];
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe', ...(watch.onPcm ? (['pipe'] as const) : [])],
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
    if (watch.onPcm) (child.stdio[3] as Readable).on('data', watch.onPcm);
    const code = await exitCode(child);
    watch.signal?.throwIfAborted();
    return { code, log: log() };
  } finally {
    clearTimeout(limit);
    clearTimeout(stall);
    watch.signal?.removeEventListener('abort', kill);
  }
};

const exitCode = (child: ChildProcess) =>
  new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });

/** Collects only the log's start (the inputs) and end (the summary), so that errors cannot fill the memory. */
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

const availability = new Map<string, boolean>();

/** Whether a program can be run on this machine; a positive result is cached. */
export const hasProgram = (name: string, flag: string): boolean => {
  if (availability.get(name)) return true;
  const isAvailable = spawnSync(name, [flag], { stdio: 'ignore', timeout: 10_000, env: environment }).status === 0;
  availability.set(name, isAvailable);
  return isAvailable;
};

/** CPU seconds allowed per second of `limitMs`, as threads add up; ends a run whose parent process was killed. */
const cpuPerSecond = 8;
const maxOpenFiles = 64;

const wrapper = ({ memoryBytes, limitMs }: RunLimits): string[] => {
  const cpu = Math.ceil((limitMs / 1000) * cpuPerSecond);
  return [
    ...(hasProgram('nice', '--version') ? ['nice', '-n', '10'] : []),
    ...(hasProgram('prlimit', '--version')
      ? ['prlimit', `--as=${memoryBytes}`, `--nofile=${maxOpenFiles}`, `--cpu=${cpu}`, '--core=0', '--nice=0:0']
      : []),
  ];
};
