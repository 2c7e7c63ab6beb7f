import type { ClickHouseClient } from '@clickhouse/client';
import { startOnlyWorker, stepByStep } from '#server/kernel/jobs/only-worker.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { judgedBatches, removeBatch } from '../delivery/request-batches.repo.ts';
import { judgeNext, type JudgeDeps } from './judge-batch.ts';
import { createPodcastTables } from './podcast-clickhouse.ts';

export type CountDeps = JudgeDeps & Pick<Kernel, 'log'> & { clickhouse: ClickHouseClient };

/** Advisory lock: only one process on this database counts at a time. */
const countingLock = 7_227_003;
const idleMs = 1000;
const maxBatches = 20;

/**
 * Counts downloads: judges each batch of requests once, in the database, and inserts the verdicts into ClickHouse with
 * a token that deduplicates repeated batches. Waits while PostgreSQL or ClickHouse is down.
 */
export const startCounting = (deps: CountDeps): { stop(): Promise<void> } =>
  startOnlyWorker(deps, { lock: countingLock, failed: 'could not count downloads; retrying' }, async (turn) => {
    await createPodcastTables(deps.clickhouse);
    await stepByStep(turn, idleMs, () => countDownloads(deps));
  });

/** Inserts what was judged, and judges the next batch; false if there was nothing to do. */
export const countDownloads = async (deps: CountDeps): Promise<boolean> => {
  const hasInserted = await insertVerdicts(deps);
  return (await judgeNext(deps)) || hasInserted;
};

/**
 * Inserts verdicts into ClickHouse. A batch that was inserted but not yet removed here is inserted again and
 * deduplicated.
 */
const insertVerdicts = async ({ db, clickhouse }: CountDeps): Promise<boolean> => {
  const batches = await judgedBatches(db, maxBatches);
  const insert = async (table: string, values: object[], token: string): Promise<void> => {
    if (values.length === 0) return;
    await clickhouse.insert({
      table,
      values,
      format: 'JSONEachRow',
      clickhouse_settings: {
        insert_deduplication_token: token,
        deduplicate_blocks_in_dependent_materialized_views: 1,
      },
    });
  };
  for (const { source, batch, rows, impressions } of batches) {
    const token = `${source}:${String(batch)}`;
    await insert('podcast_requests', rows, token);
    await insert('podcast_spots', impressions, token);
    await removeBatch(db, { source, batch });
  }
  return batches.length > 0;
};
