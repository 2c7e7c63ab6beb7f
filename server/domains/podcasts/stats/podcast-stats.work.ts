import type { ClickHouseClient } from '@clickhouse/client';
import type { PodcastKey } from '#contract/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { podcastDeleted } from '../podcasts.events.ts';
import { startCounting, type CountDeps } from './count-downloads.ts';
import { forgetDownloads, forgetGonePodcasts } from './forget-downloads.service.ts';
import { forgetListens } from './listens.repo.ts';

const job = 'podcastStats.forget';
const dayMs = 24 * 3_600_000;
const everyNight = '29 3 * * *';
/** A delivery process may have been cut off for as long with requests that are still to come. */
const againAfterS = [0, dayMs / 1000];

/** Has what was counted of a deleted podcast forgotten. Called in the process that tells the outbox. */
export const subscribePodcastStats = ({ events, jobs }: Pick<Kernel, 'events' | 'jobs'>): void =>
  events.on(podcastDeleted, async ({ key }) => {
    for (const startAfterS of againAfterS)
      await jobs.send(job, { podcast: key }, { singletonKey: `${String(key)} ${String(startAfterS)}`, startAfterS });
  });

/** Counts downloads in this process, unless another one does, and forgets what is over or gone. */
export const workPodcastStats = async (
  kernel: Pick<Kernel, 'db' | 'log' | 'jobs' | 'clock'> & CountDeps & { clickhouse: ClickHouseClient },
): Promise<{ stop(): Promise<void> }> => {
  const { jobs, db, clock, clickhouse } = kernel;
  await jobs.work(job, { concurrency: 1, retries: 10, expireS: 3600, givenUp: 'listed' }, ({ podcast }) =>
    forgetDownloads(clickhouse, [podcast as PodcastKey]),
  );
  await jobs.every('podcastStats.tidy', everyNight, async () => {
    await forgetListens(db, new Date(clock.now().getTime() - 2 * dayMs));
    await forgetGonePodcasts(db, clickhouse);
  });
  return startCounting(kernel);
};
