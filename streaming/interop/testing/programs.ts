import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export type Running = {
  child: ChildProcess;
  /** Everything it said, on both of its outputs. */
  said(): string;
  /** Waits until it says so; fails when it ends without. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  isRunning(): boolean;
  /** Ends it and waits until it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
};

type Settings = { env?: Record<string, string>; /** Some programs refuse to run as root. */ asNobody?: boolean };

const nobody = 65_534;
const obedienceMs = 3000;

/** Starts a program as a person would in a terminal. */
export function run(program: string, args: string[], { env = {}, asNobody = false }: Settings = {}): Running {
  const dropsRoot = asNobody && process.getuid?.() === 0;
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(dropsRoot && { uid: nobody, gid: nobody }),
  });
  let said = '';
  const hear = (part: Buffer): void => {
    said += part.toString('utf8');
    child.emit('said');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.on('error', (error) => (said += error.message));
  const isRunning = (): boolean => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(said);
      if (found) return found;
      if (!isRunning()) throw new Error(`${program} ended without saying ${pattern}: ${said}`);
      await Promise.race([once(child, 'said'), once(child, 'close')]);
    }
  };
  return {
    child,
    until,
    said: () => said,
    isRunning,
    async end(signal = 'SIGTERM') {
      if (!isRunning()) return;
      const gone = once(child, 'close');
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), obedienceMs);
      await gone;
      clearTimeout(late);
    },
  };
}

/** The programs of a case that this machine lacks, to be named where it is skipped; empty where it has them all. */
export function missing(programs: string[]): string {
  return programs.filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0).join(', ');
}
