import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fromKysely, PgBoss, type QueueResult } from 'pg-boss';
import type { Logger } from 'pino';
import type { Jobs, WorkOptions } from '../kernel.ts';
import { jobStarts } from './job-starts.ts';
import { wakeDue } from './wake-due.ts';
import { workOnce } from './work-once.ts';

const firstPauseMs = 250;
const longestPauseMs = 5000;
/** Workers are woken by notifications, and by `wakeDue` when a retry is due; they poll for what both may miss. */
const pollS = 300;

/** A running queue of jobs, with the queues and schedules that its database had when it started. */
type Started = { boss: PgBoss; queues: ReadonlyMap<string, QueueResult>; schedules: ReadonlyMap<string, string> };
type QueueLimits = Required<Pick<QueueResult, 'retryLimit' | 'retryDelay' | 'retryBackoff' | 'expireInSeconds'>>;

/** Jobs in PostgreSQL by pg-boss; started at the first use. `stop` waits up to ten seconds for running jobs. */
export const pgBossJobs = (at: { databaseUrl: string; log: Logger }): Jobs & { stop(): Promise<void> } => {
  let started: Promise<Started> | undefined;
  const starts = jobStarts(at);
  const queues = new Map<string, Promise<void>>();
  const workers = new Map<string, string[]>();
  let stopWaking: (() => void) | undefined;
  const running = () => {
    started ??= start(at);
    started.catch(() => (started = undefined));
    return started;
  };
  const queue = async (name: string): Promise<PgBoss> => {
    const { boss, queues: kept } = await running();
    // 'short': at most one job of a singleton key waits.
    const created =
      queues.get(name) ??
      (kept.get(name)?.notify ? Promise.resolve() : boss.createQueue(name, { policy: 'short', notify: true }));
    queues.set(name, created);
    created.catch(() => queues.delete(name));
    await created;
    return boss;
  };
  const limitQueue = async (name: string, limits: QueueLimits): Promise<void> => {
    const { boss, queues: kept } = await running();
    const had = kept.get(name);
    const isSame =
      had !== undefined && Object.entries(limits).every(([key, value]) => had[key as keyof QueueLimits] === value);
    if (!isSame) await boss.updateQueue(name, limits);
  };
  const once = workOnce(starts, at.log, (...job) => jobs.send(...job));
  const work = async (
    name: string,
    options: WorkOptions,
    handle: (data: Record<string, unknown>) => Promise<void>,
  ): Promise<void> => {
    const { concurrency, retries, expireS } = options;
    const found = await retryUntilDone(at.log, async () => {
      const ready = await queue(name);
      await limitQueue(name, { retryLimit: retries, retryDelay: 1, retryBackoff: true, expireInSeconds: expireS });
      return ready;
    });
    const worker = () =>
      found.work<Record<string, unknown>>(
        name,
        { pollingIntervalSeconds: pollS, notifyPollingIntervalSeconds: pollS },
        async (batch) => {
          for (const job of batch) await logged(at.log, name, () => once(job, options, () => handle(job.data)));
        },
      );
    const ids = await Promise.all(Array.from({ length: concurrency }, worker));
    workers.set(name, [...(workers.get(name) ?? []), ...ids]);
    stopWaking ??= wakeDue(found, workers, at.log);
  };
  const jobs: Jobs = {
    async send(name, data, options = {}) {
      const found = await queue(name);
      const singletonKey = options.singletonKey ?? randomUUID();
      const later = options.startAfterS === undefined ? {} : { startAfter: options.startAfterS };
      const named = options.once === undefined ? {} : { id: idOf(options.once) };
      const within = options.tx === undefined ? {} : { db: fromKysely(options.tx) };
      await found.send(name, data, { singletonKey, ...later, ...named, ...within });
    },
    work,
    async every(name, cron, handle) {
      await work(name, { concurrency: 1, retries: 1, expireS: 900, givenUp: 'listed' }, handle);
      await retryUntilDone(at.log, async () => {
        const { boss, schedules } = await running();
        if (schedules.get(name) !== cron) await boss.schedule(name, cron);
      });
    },
  };
  return {
    ...jobs,
    async stop() {
      const found = await started?.catch(() => undefined);
      stopWaking?.();
      await starts.stop();
      await found?.boss.stop({ graceful: true, timeout: 10_000, close: true });
    },
  };
};

/** The ID of a job by its name: an ended one stays in the table for a week, so its name can't be queued again. */
const idOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
};

/** Retries until it succeeds: a database that is just restarting must not end a process that starts its work. */
const retryUntilDone = async <T>(log: Logger, step: () => Promise<T>): Promise<T> => {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await step();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      log.warn({ err: error }, 'the job queue is waiting for its database');
      await pause(pauseMs);
    }
  }
};

/** Reads at once what the database keeps: to create and update each queue again would take half of a portal's statements at its start. */
const start = async (at: { databaseUrl: string; log: Logger }): Promise<Started> => {
  const boss = new PgBoss({
    connectionString: at.databaseUrl,
    application_name: 'skywave jobs',
    max: 5,
    useListenNotify: true,
  });
  boss.on('error', (error) => at.log.error({ err: error }, 'the job queue failed'));
  await boss.start();
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
  return {
    boss,
    queues: new Map(queues.map((queue) => [queue.name, queue])),
    schedules: new Map(schedules.map(({ name, cron }) => [name, cron])),
  };
};

const logged = async (log: Logger, name: string, run: () => Promise<void>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    log.error({ err: error, job: name }, 'a job failed');
    throw error;
  }
};

/** SQLSTATE classes 08 and 57 mean connection errors and a server that is stopping or starting. */
const isConnectionLost = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string };
  return /^(08|57)|^E[A-Z]+$/.test(code ?? '') || /connection terminated|timeout exceeded/i.test(message ?? '');
};
