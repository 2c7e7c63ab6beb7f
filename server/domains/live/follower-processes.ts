import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { openFilesLimit } from '#server/kernel/open-files.ts';
import { startFollowerProcess, type FollowerProcess } from './start-follower-process.ts';

export type FollowerProcesses = {
  /** Starts those that don't run, unless one has just ended. */
  start(): void;
  /** The process with the fewest followers; undefined while none is ready. */
  next(): FollowerProcess | undefined;
  send(channel: string, text: string): void;
  end(channel: string): void;
  size(): number;
  stop(): Promise<void>;
};

/** Beyond these, a portal's followers are not worth more processes (ADR 105). */
const most = 4;
/** Files that a process opens beside its sockets. */
const otherFiles = 100;
const restartMs = 1000;

/**
 * The processes that write to the followers of a portal which has many, one for each processor. The followers
 * of one that ends connect again.
 */
export const createFollowerProcesses = (
  log: Logger,
  count = Math.min(availableParallelism(), most),
): FollowerProcesses => {
  const running = new Set<FollowerProcess>();
  const perProcess = openFilesLimit() - otherFiles;
  let startAt = 0;
  let isStopping = false;

  const startOne = (): void => {
    const started = startFollowerProcess((reason) => {
      running.delete(started);
      if (isStopping) return;
      startAt = Date.now() + restartMs;
      log.error({ pid: started.pid, reason }, 'a follower process ended; its followers connect again');
    });
    running.add(started);
    log.info({ pid: started.pid }, 'started a follower process');
  };
  return {
    start() {
      if (isStopping || Date.now() < startAt) return;
      while (running.size < count) startOne();
    },
    next: () =>
      [...running]
        .filter((one) => one.isReady() && one.size() < perProcess)
        .toSorted((one, other) => one.size() - other.size())[0],
    send: (channel, text) => running.forEach((one) => one.send(channel, text)),
    end: (channel) => running.forEach((one) => one.end(channel)),
    size: () => [...running].reduce((all, one) => all + one.size(), 0),
    async stop() {
      isStopping = true;
      await Promise.all([...running].map((one) => one.stop()));
    },
  };
};
