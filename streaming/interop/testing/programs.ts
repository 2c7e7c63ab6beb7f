import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export type Running = {
  child: ChildProcess;
  /** Everything it printed, on both of its outputs. */
  output(): string;
  /** Waits until its output matches; fails if it exits first. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  isRunning(): boolean;
  /** Ends it and waits for its exit. */
  end(signal?: NodeJS.Signals): Promise<void>;
};

type Settings = { env?: Record<string, string>; /** Some programs refuse to run as root. */ asNobody?: boolean };

const nobody = 65_534;
const killAfterMs = 3000;

/** Starts a program as from a terminal. */
export const run = (program: string, args: string[], { env = {}, asNobody = false }: Settings = {}): Running => {
  const dropsRoot = asNobody && process.getuid?.() === 0;
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(dropsRoot && { uid: nobody, gid: nobody }),
  });
  let output = '';
  const receive = (part: Buffer): void => {
    output += part.toString('utf8');
    child.emit('output');
  };
  child.stdout.on('data', receive);
  child.stderr.on('data', receive);
  child.on('error', (error) => (output += error.message));
  const isRunning = (): boolean => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(output);
      if (found) return found;
      if (!isRunning()) throw new Error(`${program} exited without printing ${pattern}: ${output}`);
      await Promise.race([once(child, 'output'), once(child, 'close')]);
    }
  };
  return {
    child,
    until,
    output: () => output,
    isRunning,
    async end(signal = 'SIGTERM') {
      if (!isRunning()) return;
      const exited = once(child, 'close');
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      await exited;
      clearTimeout(timer);
    },
  };
};

/** The programs of a case that are not installed here, for the name of a skipped test; empty if all are. */
export const missingPrograms = (programs: string[]): string =>
  programs.filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0).join(', ');

/** The name of a test case, with the program that it lacks here. */
export const named = (name: string, lacking: string): string => (lacking ? `${name} (no ${lacking} here)` : name);
