import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What one ffmpeg of the engine may take of the machine. */
export type FfmpegBounds = {
  stdio: StdioOptions;
  /** How far behind the engine it stands for the processor; 0 for sound that is on the air. */
  niceness: number;
  /** For one that ends by itself: it is killed after as many ms, and has no more of processor time either. */
  patienceMs?: number;
  signal?: AbortSignal | undefined;
};

const memoryBytes = 1024 ** 3;
const openFiles = 64;
const folders = ['/usr/bin', '/bin', '/usr/local/bin'];
const has = new Map<string, boolean>();

/**
 * The engine's only way to run ffmpeg, which decodes strangers' sound: no shell, an empty environment, memory, open
 * files and (with `patienceMs`) time bounded, no core dump.
 */
export function spawnFfmpeg(ffmpeg: string, args: readonly string[], bounds: FfmpegBounds): ChildProcess {
  const { stdio, niceness, patienceMs, signal } = bounds;
  const command = [...wrapper(niceness, patienceMs), ffmpeg, ...args] as [string, ...string[]];
  return spawn(command[0], command.slice(1), {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio,
    ...(patienceMs !== undefined && { timeout: patienceMs, killSignal: 'SIGKILL' as const }),
    ...(signal && { signal }),
  });
}

/** Each of them becomes the next, so that what is killed is ffmpeg; where a system lacks one, the rest still bounds. */
function wrapper(niceness: number, patienceMs: number | undefined): string[] {
  const cpu = patienceMs === undefined ? [] : [`--cpu=${Math.ceil(patienceMs / 1000)}`];
  return [
    ...(niceness > 0 && isInstalled('nice') ? ['nice', '-n', String(niceness)] : []),
    ...(isInstalled('prlimit')
      ? ['prlimit', `--as=${memoryBytes}`, `--nofile=${openFiles}`, '--core=0', '--nice=0:0', ...cpu]
      : []),
  ];
}

function isInstalled(program: string): boolean {
  const known = has.get(program) ?? folders.some((folder) => existsSync(join(folder, program)));
  has.set(program, known);
  return known;
}
