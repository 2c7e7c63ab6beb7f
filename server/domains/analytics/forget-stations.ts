import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import { deleteRows } from '#server/platform/clickhouse/dialect.ts';
import { literal, stationIn } from '#server/platform/clickhouse/query.ts';
import { forgetArchiveFiles } from './raw/raw-archives.ts';
import { forgetReportFiles } from './raw/raw-reports.ts';
import { forgetStationAnnotations } from './annotations/annotations.repo.ts';
import { forgetStationLinks } from './shared-links/shared-links.repo.ts';
import { forgetStationReports } from './reports/reports.repo.ts';
import { stationRollups } from './rollups.ts';

/** The queue has this name in installations that have such jobs waiting. */
const forgetListeningJob = 'accounts.forgetListening';

const hour = 3600;
/** The engine may have been cut off for as long with listening that it still has to report. */
const dayS = 24 * hour;

/** Removes the raw data, reports and listening of stations that are removed for good, and the reports of those that move. */
export const subscribeForgetting = (kernel: Pick<Kernel, 'db' | 'storage' | 'jobs' | 'hooks'>): void => {
  kernel.hooks.on('station.transferred', async ({ tx, station }) => {
    await forgetStationReports(tx, station);
    await forgetStationLinks(tx, station);
    await forgetStationAnnotations(tx, station);
  });
  kernel.hooks.on('station.purged', async ({ stations, id }) => {
    if (stations.length > 0) {
      await forgetReportFiles(kernel, stations);
      await forgetArchiveFiles(kernel, stations);
    }
    for (const startAfterS of [0, dayS])
      await kernel.jobs.send(
        forgetListeningJob,
        { stations },
        { singletonKey: `${id} ${String(startAfterS)}`, startAfterS },
      );
  });
};

/** Deletes the listening of stations that are removed for good; for the process that runs the jobs. */
export const workForgetting = async (deps: Pick<Kernel, 'jobs'> & { clickhouse: ClickHouseClient }): Promise<void> => {
  const bounds = { concurrency: 1, retries: 10, expireS: 6 * hour, givenUp: 'listed' } as const;
  await deps.jobs.work(forgetListeningJob, bounds, ({ stations }) =>
    forgetListening(deps.clickhouse, stations as StationKey[]),
  );
};

const tables = [
  ...[
    'slices',
    'spots',
    'breaks',
    'ad_reasons',
    'plays',
    'sources',
    'app_sessions',
    'calls',
    'song_quarters',
    'ad_supply',
    'player_counts',
    'campaign_sessions',
  ],
  ...stationRollups.map(({ name }) => name),
];
const stationsAtOnce = 1000;

/**
 * Deletes everything recorded for these stations and returns once it is gone from the disks of all replicas. Safe to repeat, and a no-op
 * where nothing was ever recorded.
 */
export const forgetListening = async (clickhouse: ClickHouseClient, stations: readonly StationKey[]): Promise<void> => {
  for (let i = 0; i < stations.length; i += stationsAtOnce)
    await forgetSome(clickhouse, stations.slice(i, i + stationsAtOnce));
};

/** Cached rows of the account's station set need no deletion here: without these stations it is another set. */
const forgetSome = async (clickhouse: ClickHouseClient, stations: readonly StationKey[]): Promise<void> => {
  for (const table of tables) await deleteRows(clickhouse, table, stationIn(stations));
  await deleteRows(clickhouse, 'report_cache', `subject in (${stations.map(literal).join(',')})`);
};
