import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { rotateLog } from './rotate-log.ts';

/** A recorded process: the birth time distinguishes it from a later process with the same PID. */
export type ProcessId = { pid: number; birth: string };

/** A running program, started or found by us. */
export type Running = ProcessId & {
  /** Settles when it has ended, with the reason as text. */
  ended: Promise<string>;
};

export type Launch = {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  account?: { uid: number; gid: number } | undefined;
  /** Its output is appended to this file, not to a pipe, so that it outlives us. */
  logFile: string;
};

const watchMs = 250;

/** Starts a program in a separate process group, so that our Ctrl-C and exit don't reach it. */
export const launch = async ({ command, args, cwd, env, account, logFile }: Launch): Promise<Running> => {
  const log = openLog(logFile);
  const child = spawn(command, args, { cwd, env, ...account, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  const ended = new Promise<string>((settle) => {
    child.once('exit', (code, signal) => settle(signal === null ? `exited with ${code}` : `was killed by ${signal}`));
  });
  await new Promise<void>((settle, fail) => {
    child.once('spawn', settle);
    child.once('error', fail);
  });
  const pid = child.pid as number;
  return { pid, birth: birthOf(pid) ?? '', ended };
};

/** The recorded process if it still runs; undefined if it has ended or its PID belongs to another process. */
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

/** Whether exactly this process is running. */
export const isRunning = ({ pid, birth }: ProcessId): boolean => birth !== '' && birthOf(pid) === birth;

/** Sends `signal` to a process, and SIGKILL after `graceMs`. Returns when it has ended. */
export const endProcess = async (running: Running, signal: NodeJS.Signals, graceMs: number): Promise<void> => {
  send(running, signal);
  const timer = setTimeout(() => send(running, 'SIGKILL'), graceMs);
  await running.ended;
  clearTimeout(timer);
};

/** When a process was started, in the kernel's units; undefined if it isn't running (a zombie isn't). */
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
