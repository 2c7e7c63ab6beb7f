import type { ClickHouseClient } from '@clickhouse/client';
import type { PodcastKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { dayMs } from '#contract/rules/time.ts';
import { podcastDeleted } from '../podcasts.events.ts';
import { startCounting, type CountDeps } from './count-downloads.ts';
import { deleteDownloads, deleteOrphanedDownloads } from './delete-downloads.service.ts';
import { deleteOldListens } from './listens.repo.ts';

const job = 'podcastStats.forget';
const everyNight = '29 3 * * *';
/** Delays of the deletions. The second one covers requests that arrive late from a disconnected delivery process. */
const delaysS = [0, dayMs / 1000];

/** Queues the deletion of a deleted podcast's download data. Call in the process that dispatches the outbox. */
export const subscribePodcastStats = ({ events, jobs }: Pick<Kernel, 'events' | 'jobs'>): void =>
  events.on(podcastDeleted, async ({ key }) => {
    for (const startAfterS of delaysS)
      await jobs.send(job, { podcast: key }, { singletonKey: `${String(key)} ${String(startAfterS)}`, startAfterS });
  });

/** Counts downloads in this process, unless another one does, and deletes outdated data. */
export const workPodcastStats = async (
  kernel: Pick<Kernel, 'db' | 'log' | 'jobs' | 'clock'> & CountDeps & { clickhouse: ClickHouseClient },
): Promise<{ stop(): Promise<void> }> => {
  const { jobs, db, clock, clickhouse } = kernel;
  await jobs.work(job, { concurrency: 1, retries: 10, expireS: 3600, givenUp: 'listed' }, ({ podcast }) =>
    deleteDownloads(clickhouse, [podcast as PodcastKey]),
  );
  await jobs.every('podcastStats.tidy', everyNight, async () => {
    await deleteOldListens(db, new Date(clock.now().getTime() - 2 * dayMs));
    await deleteOrphanedDownloads(db, clickhouse);
  });
  return startCounting(kernel);
};
