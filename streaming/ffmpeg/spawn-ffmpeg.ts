import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Resource limits of one ffmpeg process. */
export type FfmpegBounds = {
  stdio: StdioOptions;
  /** Niceness relative to the engine; 0 for audio that is on the air. */
  niceness: number;
  /** For a finite run: it is killed after this many ms, which also limit its CPU time. */
  patienceMs?: number;
  signal?: AbortSignal | undefined;
};

const memoryBytes = 1024 ** 3;
const openFiles = 64;
const folders = ['/usr/bin', '/bin', '/usr/local/bin'];
const installed = new Map<string, boolean>();

/**
 * The engine's only way to run ffmpeg, which decodes untrusted audio: no shell, an empty environment, limited memory,
 * open files and (with `patienceMs`) time, no core dump.
 */
export const spawnFfmpeg = (ffmpeg: string, args: readonly string[], bounds: FfmpegBounds): ChildProcess => {
  const { stdio, niceness, patienceMs, signal } = bounds;
  const command = [...wrapper(niceness, patienceMs), ffmpeg, ...args] as [string, ...string[]];
  return spawn(command[0], command.slice(1), {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio,
    ...(patienceMs !== undefined && { timeout: patienceMs, killSignal: 'SIGKILL' as const }),
    ...(signal && { signal }),
  });
};

/** Each wrapper execs the next, so that a kill hits ffmpeg; where a system lacks one, the others still apply. */
const wrapper = (niceness: number, patienceMs: number | undefined): string[] => {
  const cpu = patienceMs === undefined ? [] : [`--cpu=${Math.ceil(patienceMs / 1000)}`];
  return [
    ...(niceness > 0 && isInstalled('nice') ? ['nice', '-n', String(niceness)] : []),
    ...(isInstalled('prlimit')
      ? ['prlimit', `--as=${memoryBytes}`, `--nofile=${openFiles}`, '--core=0', '--nice=0:0', ...cpu]
      : []),
  ];
};

const isInstalled = (program: string): boolean => {
  const found = installed.get(program) ?? folders.some((folder) => existsSync(join(folder, program)));
  installed.set(program, found);
  return found;
};
