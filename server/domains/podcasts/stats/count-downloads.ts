import { setTimeout as pause } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { sql } from 'kysely';
import type { Kernel } from '#server/kernel/kernel.ts';
import { judgedBatches, removeBatch } from '../delivery/request-batches.repo.ts';
import { judgeNext, type JudgeDeps } from './judge-batch.ts';
import { createPodcastTables } from './podcast-clickhouse.ts';

export type CountDeps = JudgeDeps & Pick<Kernel, 'log'> & { clickhouse: ClickHouseClient };

/** One process counts at a time, of all on this database. */
const countingLock = 7_227_003;
const turnMs = 1000;
const slowestRetryMs = 15_000;
const atATime = 20;

/**
 * Counts downloads: judges each batch of requests once, in the database, and hands the verdicts on to ClickHouse under
 * a token by which the same batch counts once. What is away is waited for.
 */
export const startCounting = (deps: CountDeps): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const running = countUntil(deps, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
};

const countUntil = async (deps: CountDeps, stopped: AbortSignal): Promise<void> => {
  let failures = 0;
  while (!stopped.aborted) {
    try {
      await whileHolder(deps, stopped, () => (failures = 0));
      await wait(turnMs * 2, stopped);
    } catch (error) {
      if (stopped.aborted) return;
      if (failures === 0) deps.log.warn({ err: error }, 'downloads could not be counted; it is tried again');
      await wait(Math.min(500 * 2 ** failures++, slowestRetryMs), stopped);
    }
  }
};

const whileHolder = async (deps: CountDeps, stopped: AbortSignal, succeeded: () => void): Promise<void> =>
  await deps.db.connection().execute(async (connection) => {
    const free = sql<{ free: boolean }>`select pg_try_advisory_lock(${countingLock}) as free`;
    if (!(await free.execute(connection)).rows[0]?.free) return;
    try {
      await createPodcastTables(deps.clickhouse);
      while (!stopped.aborted) {
        // The lock ends with its connection: without it another process may be counting.
        await sql`select 1`.execute(connection);
        const handed = await handOn(deps);
        const isMore = await judgeNext(deps);
        succeeded();
        if (!handed && !isMore) await wait(turnMs, stopped);
      }
    } finally {
      await sql`select pg_advisory_unlock(${countingLock})`.execute(connection).catch(() => undefined);
    }
  });

/** Puts verdicts into ClickHouse; what was put there and not removed here is put again, and changes nothing. */
const handOn = async ({ db, clickhouse }: CountDeps): Promise<boolean> => {
  const batches = await judgedBatches(db, atATime);
  for (const { source, batch, rows } of batches) {
    if (rows.length > 0)
      await clickhouse.insert({
        table: 'podcast_requests',
        values: rows,
        format: 'JSONEachRow',
        clickhouse_settings: {
          insert_deduplication_token: `${source}:${String(batch)}`,
          deduplicate_blocks_in_dependent_materialized_views: 1,
        },
      });
    await removeBatch(db, { source, batch });
  }
  return batches.length > 0;
};

const wait = (ms: number, stopped: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, { signal: stopped }).catch(() => undefined);
