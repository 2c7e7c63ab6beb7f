import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

/** A retry or a postponed job starts at most this much later than it is due. */
const lookMs = 2000;

const due = `select queue.name from unnest($1::text[]) as queue(name)
  where exists (select from pgboss.job where job.name = queue.name and state < 'active' and start_after <= now())`;

/**
 * Wakes the workers of queues that have due jobs: pg-boss notifies of new jobs, but not when a retry becomes due. One query for all
 * queues, as a poll by each worker takes most of an idle portal's processor time. `workers` are the IDs by queue.
 */
export const wakeDue = (boss: PgBoss, workers: ReadonlyMap<string, readonly string[]>, log: Logger): (() => void) => {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || workers.size === 0) return;
    isLooking = true;
    try {
      const { rows } = (await boss.getDb().executeSql(due, [[...workers.keys()]])) as { rows: { name: string }[] };
      for (const { name } of rows) for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
    } catch (error) {
      log.warn({ err: error }, 'due jobs could not be looked for');
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), lookMs).unref();
  return () => clearInterval(timer);
};
