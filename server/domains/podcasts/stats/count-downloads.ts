import type { ClickHouseClient } from '@clickhouse/client';
import { startOnlyWorker, stepByStep } from '#server/kernel/jobs/only-worker.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { judgedBatches, removeBatch } from '../delivery/request-batches.repo.ts';
import { judgeNext, type JudgeDeps } from './judge-batch.ts';
import { createPodcastTables } from './podcast-clickhouse.ts';

export type CountDeps = JudgeDeps & Pick<Kernel, 'log'> & { clickhouse: ClickHouseClient };

/** One process counts at a time, of all on this database. */
const countingLock = 7_227_003;
const restMs = 1000;
const atATime = 20;

/**
 * Counts downloads: judges each batch of requests once, in the database, and hands the verdicts on to ClickHouse under
 * a token by which the same batch counts once. What is away is waited for.
 */
export const startCounting = (deps: CountDeps): { stop(): Promise<void> } =>
  startOnlyWorker(
    deps,
    { lock: countingLock, failed: 'downloads could not be counted; it is tried again' },
    async (turn) => {
      await createPodcastTables(deps.clickhouse);
      await stepByStep(turn, restMs, async () => {
        const handed = await handOn(deps);
        return (await judgeNext(deps)) || handed;
      });
    },
  );

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
