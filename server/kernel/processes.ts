import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { rotateLog } from './rotate-log.ts';

/** A process as it is written down: the birth tells it from a later one that was given the same number. */
export type ProcessId = { pid: number; birth: string };

/** A program that is running, whether we started it or found it. */
export type Running = ProcessId & {
  /** Settles when it has ended, with the reason in words. */
  ended: Promise<string>;
};

export type Launch = {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  account?: { uid: number; gid: number } | undefined;
  /** Its output is appended here; a file, and no pipe of ours, so that it outlives us. */
  logFile: string;
};

const watchMs = 250;

/** Starts a program in a process group of its own, so that our Ctrl-C and our end do not reach it. */
export const launch = async ({ command, args, cwd, env, account, logFile }: Launch): Promise<Running> => {
  const log = openLog(logFile);
  const child = spawn(command, args, { cwd, env, ...account, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  const ended = new Promise<string>((settle) => {
    child.once('exit', (code, signal) => settle(signal === null ? `ended with ${code}` : `was ended by ${signal}`));
  });
  await new Promise<void>((settle, fail) => {
    child.once('spawn', settle);
    child.once('error', fail);
  });
  const pid = child.pid as number;
  return { pid, birth: birthOf(pid) ?? '', ended };
};

/** The process that was written down, where it still lives; undefined where it has ended or its number is another's. */
export const findRunning = ({ pid, birth }: ProcessId): Running | undefined => {
  if (!isRunning({ pid, birth })) return undefined;
  const ended = new Promise<string>((settle) => {
    const timer = setInterval(() => {
      if (isRunning({ pid, birth })) return;
      clearInterval(timer);
      settle('ended');
    }, watchMs);
  });
  return { pid, birth, ended };
};

/** Whether exactly this process lives. */
export const isRunning = ({ pid, birth }: ProcessId): boolean => birth !== '' && birthOf(pid) === birth;

/** Asks a process to end with `signal`, and after `graceMs` no longer asks. Returns when it has ended. */
export const endProcess = async (running: Running, signal: NodeJS.Signals, graceMs: number): Promise<void> => {
  send(running, signal);
  const timer = setTimeout(() => send(running, 'SIGKILL'), graceMs);
  await running.ended;
  clearTimeout(timer);
};

/** When a process was born, in the kernel's own measure; undefined where it does not live (a zombie does not). */
export const birthOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return process.platform === 'linux' ? undefined : birthByPs(pid);
  }
};

const birthByPs = (pid: number): string | undefined => {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
};

const send = (running: ProcessId, signal: NodeJS.Signals): void => {
  if (!isRunning(running)) return;
  try {
    process.kill(running.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const openLog = (path: string): number => {
  mkdirSync(dirname(path), { recursive: true });
  rotateLog(path);
  return openSync(path, 'a', 0o640);
};
