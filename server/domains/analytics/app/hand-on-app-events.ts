import type { ClickHouseClient } from '@clickhouse/client';
import { startOnlyWorker, stepByStep } from '#server/kernel/jobs/only-worker.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { isMissing } from '#server/platform/clickhouse/query.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { forgetOldAppsAndCalls } from '../forget-old-apps-and-calls.ts';
import { forgetIds, keptBatches, removeBatches } from './app-events.repo.ts';
import { folded, storedSession } from './app-session-rows.ts';
import { appTables } from './app-tables.ts';

export type HandOnDeps = Pick<Kernel, 'db' | 'log'> & { clickhouse: ClickHouseClient };

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
  deps: HandOnDeps & Pick<Kernel, 'jobs' | 'clock'>,
): Promise<{ stop(): Promise<void> }> => {
  await deps.jobs.every('app-events.forgetIds', everyNight, () =>
    forgetIds(deps.db, new Date(deps.clock.now().getTime() - idsDays * 86_400_000)),
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
export const handOn = async ({ db, clickhouse }: Pick<HandOnDeps, 'db' | 'clickhouse'>): Promise<boolean> => {
  const batches = await keptBatches(db, atATime);
  if (batches.length === 0) return false;
  const values = folded(batches.flatMap(({ rows }) => rows)).map(storedSession);
  await clickhouse.insert({ table: 'app_sessions', values, format: 'JSONEachRow' });
  const numbers = batches.map(({ n }) => n);
  await removeBatches(db, numbers);
  return true;
};

/** As forwardBatches, but creates missing tables. */
const forwardWithTables = async (deps: HandOnDeps): Promise<boolean> =>
  await handOn(deps).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error;
    for (const query of appTables) await deps.clickhouse.command({ query });
    return true;
  });
