import type { ClickHouseClient } from '@clickhouse/client';
import { startOnlyWorker, stepByStep } from '#server/kernel/jobs/only-worker.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { createTable } from '#server/platform/clickhouse/dialect.ts';
import { isMissingTable } from '#server/platform/clickhouse/query.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { forgetOldAppsAndCalls } from '../forget-old-sessions.ts';
import { deleteEventIds, storedBatches, deleteBatches } from './app-events.repo.ts';
import { mergeSessionDays, sessionRow, appTables } from './app-sessions.ts';

export type ForwardDeps = Pick<Kernel, 'db' | 'log'> & { clickhouse: ClickHouseClient };

/** Only one process forwards at a time, among all on this database. */
const forwardingLock = 7_227_024;
const restMs = 1000;
const atATime = 500;
const everyNight = '41 3 * * *';
const laterAtNight = '53 3 * * *';
/** Events older than seven days are rejected, so ids are not needed for longer. */
const idsDays = 8;

/**
 * Forwards app events to ClickHouse in this process unless another one does; deletes old ids, and app sessions and
 * calls past their retention.
 */
export const workAppEvents = async (
  deps: ForwardDeps & Pick<Kernel, 'jobs' | 'clock'>,
): Promise<{ stop(): Promise<void> }> => {
  await deps.jobs.every('app-events.forgetIds', everyNight, () =>
    deleteEventIds(deps.db, new Date(deps.clock.now().getTime() - idsDays * 86_400_000)),
  );
  await deps.jobs.every('app-events.forgetOld', laterAtNight, async () => {
    const { listening_days: days } = await portalSettings(deps.db);
    await forgetOldAppsAndCalls(deps.clickhouse, days, deps.clock.now());
  });
  return startOnlyWorker(deps, { lock: forwardingLock, failed: 'failed to forward app events; retrying' }, (turn) =>
    stepByStep(turn, restMs, () => forwardWithTables(deps)),
  );
};

/**
 * Forwards the oldest batches; returns whether there were any. A batch that was inserted but not deleted is inserted
 * again, which changes nothing: the table keeps minimums and maximums.
 */
export const forwardBatches = async ({ db, clickhouse }: Pick<ForwardDeps, 'db' | 'clickhouse'>): Promise<boolean> => {
  const batches = await storedBatches(db, atATime);
  if (batches.length === 0) return false;
  const values = mergeSessionDays(batches.flatMap(({ rows }) => rows)).map(sessionRow);
  await clickhouse.insert({ table: 'app_sessions', values, format: 'JSONEachRow' });
  const numbers = batches.map(({ n }) => n);
  await deleteBatches(db, numbers);
  return true;
};

/** As forwardBatches, but creates missing tables. */
const forwardWithTables = async (deps: ForwardDeps): Promise<boolean> =>
  await forwardBatches(deps).catch(async (error: unknown) => {
    if (!isMissingTable(error)) throw error;
    for (const statement of appTables) await createTable(deps.clickhouse, statement);
    return true;
  });
