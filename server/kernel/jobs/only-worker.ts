import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { directDatabase } from '../db/connect.ts';
import type { Kernel } from '../kernel.ts';

/** A process's turn as the only worker: from getting the lock until `signal`, or until its work throws. */
export type Turn = {
  /** Throws if the lock was lost with its connection, as another process may have started the work. */
  stillHolds(): Promise<void>;
  /** Reports a success: the next failure is the first of a new outage. */
  succeeded(): void;
  signal: AbortSignal;
};

type Only = {
  /** The number of the advisory lock, one for each kind of work. */
  lock: number;
  /** The log message when the work fails, once per outage. */
  failed: string;
};

const askAgainMs = 2000;
/** A process that gives way asks again only after every other one has, also where some are slow. */
const giveWayMs = 5 * askAgainMs;
const slowestRetryMs = 15_000;

/**
 * Runs some work in only one process on this database: the holder of the advisory lock works, the others retry the lock
 * every two seconds. The lock ends with its connection: when the process dies, another takes over; a worker whose
 * connection dies notices by `stillHolds`. Work that throws is retried after growing pauses, at most 15 seconds; work that
 * returns 'give way' lets the others have the next turn, if there are any. `stop` ends the turn and waits until the work has
 * finished.
 */
export const startOnlyWorker = (
  deps: Pick<Kernel, 'db' | 'log'>,
  only: Only,
  work: (turn: Turn) => Promise<void | 'give way'>,
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

/** After this many rounds without work, each rests at least so long: otherwise looking takes most of an idle portal's processor time. */
const [fewRounds, quietRestMs] = [10, 3000];

/** Runs one step after the other during the turn; rests after each that found no more work, longer while there is none. */
export const stepByStep = async (
  { stillHolds, succeeded, signal }: Turn,
  restMs: number,
  step: () => Promise<boolean>,
): Promise<void> => {
  let idleRounds = 0;
  while (!signal.aborted) {
    await stillHolds();
    const isMore = await step();
    succeeded();
    idleRounds = isMore ? 0 : idleRounds + 1;
    if (!isMore) await wait(idleRounds > fewRounds ? Math.max(restMs, quietRestMs) : restMs, signal);
  }
};

/** Runs the step, then pauses for as long as it took, so that others waiting for the same resource get a chance. */
export const withEqualPause =
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
  work: (turn: Turn) => Promise<void | 'give way'>,
  stopped: AbortSignal,
): Promise<void> => {
  let failures = 0;
  const succeeded = (): void => void (failures = 0);
  while (!stopped.aborted) {
    try {
      const end = await whileHolder(deps, only.lock, stopped, (turn) => work({ ...turn, succeeded }));
      await wait(end === 'give way' ? giveWayMs : askAgainMs, stopped);
    } catch (error) {
      if (stopped.aborted) return;
      if (failures === 0) deps.log.warn({ err: error }, only.failed);
      await wait(Math.min(500 * 2 ** failures++, slowestRetryMs), stopped);
    }
  }
};

/** Works while this process holds the lock; returns at once if another does. */
const whileHolder = async <T>(
  { db }: Pick<Kernel, 'db'>,
  lock: number,
  stopped: AbortSignal,
  work: (turn: Omit<Turn, 'succeeded'>) => Promise<T>,
): Promise<T | undefined> =>
  await directDatabase(db)
    .connection()
    .execute(async (connection) => {
      const free = sql<{ free: boolean }>`select pg_try_advisory_lock(${lock}) as free`;
      if (!(await free.execute(connection)).rows[0]?.free) return undefined;
      const stillHolds = async (): Promise<void> => void (await sql`select 1`.execute(connection));
      const over = new AbortController();
      try {
        return await work({ stillHolds, signal: AbortSignal.any([stopped, over.signal]) });
      } finally {
        over.abort();
        await sql`select pg_advisory_unlock(${lock})`.execute(connection).catch(() => undefined);
      }
    });

const wait = (ms: number, signal: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, { signal }).catch(() => undefined);
