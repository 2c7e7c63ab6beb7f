import type { ClickHouseClient } from '@clickhouse/client';
import { playerCountsTable } from '#server/domains/analytics/players/player-stats.service.ts';
import { startOnlyWorker, stepByStep } from '#server/kernel/jobs/only-worker.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { createTable } from '#server/platform/clickhouse/dialect.ts';
import { isMissingTable } from '#server/platform/clickhouse/query.ts';
import { deleteCounts, storedCounts } from './counts.repo.ts';

export type ForwardCountsDeps = Pick<Kernel, 'db' | 'log'> & { clickhouse: ClickHouseClient };

/** Only one process forwards at a time, among all on this database. */
const forwardingLock = 7_227_033;
const restMs = 1000;
const atATime = 200;

/** Forwards what players report to ClickHouse, in this process unless another one does. */
export const startForwardingCounts = (deps: ForwardCountsDeps): { stop(): Promise<void> } =>
  startOnlyWorker(deps, { lock: forwardingLock, failed: 'failed to forward reports of players; retrying' }, (turn) =>
    stepByStep(turn, restMs, () => forwardWithTable(deps)),
  );

/**
 * Forwards the oldest batches; returns whether there were any. A batch that was inserted but not deleted is inserted again with
 * the same token, and counts once.
 */
export const forwardCounts = async ({
  db,
  clickhouse,
}: Pick<ForwardCountsDeps, 'db' | 'clickhouse'>): Promise<boolean> => {
  const batches = await storedCounts(db, atATime);
  for (const { id, rows } of batches) {
    await clickhouse.insert({
      table: 'player_counts',
      values: rows,
      format: 'JSONEachRow',
      clickhouse_settings: { insert_deduplication_token: id },
    });
    await deleteCounts(db, id);
  }
  return batches.length > 0;
};

/** As forwardCounts, but creates a missing table. */
const forwardWithTable = async (deps: ForwardCountsDeps): Promise<boolean> =>
  await forwardCounts(deps).catch(async (error: unknown) => {
    if (!isMissingTable(error)) throw error;
    await createTable(deps.clickhouse, playerCountsTable);
    return true;
  });
