import { sql } from 'kysely';
import type { Db } from '../kernel.ts';

export type FailedJob = {
  id: string;
  name: string;
  problem: string;
  attempts: number;
  created: Date;
  failed: Date;
};
export type QueueState = {
  /** Due jobs that no worker has started. */
  waiting: number;
  /** How long the oldest of them has waited, seconds. */
  oldestS: number;
  /** Jobs that failed for good in the last day. */
  failed: number;
};

/** The state of the queue, from pg-boss's tables; without them nothing was ever queued. */
export const queueState = async (db: Db): Promise<QueueState> => {
  if (!(await hasQueue(db))) return { waiting: 0, oldestS: 0, failed: 0 };
  const found = await sql<QueueState>`select
    count(*) filter (where state < 'active' and start_after <= now()) as waiting,
    coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)
      ::float8 as "oldestS",
    count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day') as failed
    from pgboss.job where ${ours}`.execute(db);
  return found.rows[0] ?? { waiting: 0, oldestS: 0, failed: 0 };
};

/** Failed jobs, latest first, and their total. Without their data, which may contain secrets. */
export const failedJobs = async (db: Db, most: number): Promise<{ jobs: FailedJob[]; total: number }> => {
  if (!(await hasQueue(db))) return { jobs: [], total: 0 };
  const found = await sql<FailedJob & { total: number }>`select id, name, retry_count + 1 as attempts,
      coalesce(output->>'message', output->'value'->>'message', '') as problem, created_on as created,
      coalesce(completed_on, created_on) as failed, count(*) over () as total
    from pgboss.job where state = 'failed' and ${ours}
    order by completed_on desc nulls last, id limit ${most}`.execute(db);
  return {
    jobs: found.rows.map(({ total: _total, ...job }) => ({ ...job, problem: withoutSecrets(job.problem) })),
    total: found.rows[0]?.total ?? 0,
  };
};

/** Retries a failed job once, as pg-boss does; returns whether it exists. */
export const retryJob = async (db: Db, name: string, id: string): Promise<boolean> => {
  if (!(await hasQueue(db))) return false;
  const changed = await sql`update pgboss.job
    set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
    where name = ${name} and id = ${id} and state = 'failed' and ${ours}`.execute(db);
  return (changed.numAffectedRows ?? 0n) > 0n;
};

/** Excludes the queue's own maintenance jobs. */
const ours = sql<boolean>`name not like '\\_\\_pgboss\\_\\_%'`;

const hasQueue = async (db: Db): Promise<boolean> =>
  (await sql<{ found: boolean }>`select to_regclass('pgboss.job') is not null as found`.execute(db)).rows[0]?.found ===
  true;

const longestProblem = 500;

/** Error messages may contain URLs with passwords. */
const withoutSecrets = (problem: string): string =>
  problem
    .replace(/:\/\/[^\s/@]+@/g, '://…@')
    .replace(/\b(bearer|basic)\s+\S+/gi, '$1 …')
    .replace(/\b(token|secret|password|pass|key)=[^\s&]+/gi, '$1=…')
    .slice(0, longestProblem);
