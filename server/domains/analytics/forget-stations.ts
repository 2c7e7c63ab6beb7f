import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import { forgetListening } from './forget-listening.ts';
import { forgetRawData } from './raw/forget-raw-data.ts';
import { forgetStationAnnotations } from './annotations/annotations.repo.ts';
import { forgetStationLinks } from './shared-links/shared-links.repo.ts';
import { forgetStationReports } from './reports/forget-station-reports.ts';

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
    await forgetRawData(kernel, stations);
    for (const startAfterS of [0, dayS])
      await kernel.jobs.send(
        forgetListeningJob,
        { stations },
        { singletonKey: `${id} ${String(startAfterS)}`, startAfterS },
      );
  });
};

export const workForgetting = async (deps: Pick<Kernel, 'jobs'> & { clickhouse: ClickHouseClient }): Promise<void> => {
  const bounds = { concurrency: 1, retries: 10, expireS: 6 * hour, givenUp: 'listed' } as const;
  await deps.jobs.work(forgetListeningJob, bounds, ({ stations }) =>
    forgetListening(deps.clickhouse, stations as StationKey[]),
  );
};
