import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kernel } from '../kernel.ts';

/** A process's time as the only worker: from when it got the lock until `signal`, or until its work throws. */
export type Turn = {
  /** Throws once the lock is lost with its connection: another process may be at the work. */
  stillHolds(): Promise<void>;
  /** Something went well: the next failure is the first of its outage. */
  succeeded(): void;
  signal: AbortSignal;
};

type Only = {
  /** The number of the advisory lock, one for each kind of work. */
  lock: number;
  /** What is logged when the work fails, once per outage. */
  failed: string;
};

const askAgainMs = 2000;
const slowestRetryMs = 15_000;

/**
 * Does some work in one process at a time, of all on this database: who has the advisory lock is the worker, the others
 * ask for it every two seconds. The lock ends with its connection: when the process dies another takes over, and a
 * worker whose connection dies hears of it by `stillHolds`. Work that throws is done anew, later each time, at the
 * latest after 15 seconds. `stop` ends the turn and waits until the work is out of its hands.
 */
export const startOnlyWorker = (
  deps: Pick<Kernel, 'db' | 'log'>,
  only: Only,
  work: (turn: Turn) => Promise<void>,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const running = workUntil(deps, only, work, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
};

/** One step after the other for as long as the turn lasts; a rest after each that found nothing more to do. */
export const stepByStep = async (
  { stillHolds, succeeded, signal }: Turn,
  restMs: number,
  step: () => Promise<boolean>,
): Promise<void> => {
  while (!signal.aborted) {
    await stillHolds();
    const isMore = await step();
    succeeded();
    if (!isMore) await wait(restMs, signal);
  }
};

/** The step, followed by as long a rest as it took: whoever waits for the same is not always behind it. */
export const unhurried =
  ({ signal }: Turn, step: () => Promise<boolean>) =>
  async (): Promise<boolean> => {
    const begun = performance.now();
    const isMore = await step();
    if (isMore) await wait(performance.now() - begun, signal);
    return isMore;
  };

const workUntil = async (
  deps: Pick<Kernel, 'db' | 'log'>,
  only: Only,
  work: (turn: Turn) => Promise<void>,
  stopped: AbortSignal,
): Promise<void> => {
  let failures = 0;
  const succeeded = (): void => void (failures = 0);
  while (!stopped.aborted) {
    try {
      await whileHolder(deps, only.lock, stopped, (turn) => work({ ...turn, succeeded }));
      await wait(askAgainMs, stopped);
    } catch (error) {
      if (stopped.aborted) return;
      if (failures === 0) deps.log.warn({ err: error }, only.failed);
      await wait(Math.min(500 * 2 ** failures++, slowestRetryMs), stopped);
    }
  }
};

/** Works for as long as this process holds the lock; returns at once when another does. */
const whileHolder = async (
  { db }: Pick<Kernel, 'db'>,
  lock: number,
  stopped: AbortSignal,
  work: (turn: Omit<Turn, 'succeeded'>) => Promise<void>,
): Promise<void> =>
  await db.connection().execute(async (connection) => {
    const free = sql<{ free: boolean }>`select pg_try_advisory_lock(${lock}) as free`;
    if (!(await free.execute(connection)).rows[0]?.free) return;
    const stillHolds = async (): Promise<void> => void (await sql`select 1`.execute(connection));
    const over = new AbortController();
    try {
      await work({ stillHolds, signal: AbortSignal.any([stopped, over.signal]) });
    } finally {
      over.abort();
      await sql`select pg_advisory_unlock(${lock})`.execute(connection).catch(() => undefined);
    }
  });

const wait = (ms: number, signal: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, { signal }).catch(() => undefined);
