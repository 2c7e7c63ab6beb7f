import type { Kernel } from '#server/kernel/kernel.ts';
import { episodeChanged } from '#server/domains/podcasts/episodes/episodes.events.ts';
import { adPlanChanged } from '../campaigns.events.ts';
import { keptMs } from './arrange.ts';
import { indexEpisodes, type IndexDeps } from './index-episodes.ts';
import { sweepPins } from './pins.repo.ts';
import { settlePodcastLeases } from './podcast-leases.ts';

const job = 'campaigns.indexEpisodes';
const everyMinute = '* * * * *';
const everyHour = '23 * * * *';
const delayS = 5;

/** Finds the frames of episodes in which campaigns may play, when either changes. Called where the outbox is delivered. */
export const subscribePodcastSpots = ({ events, jobs }: Pick<Kernel, 'events' | 'jobs'>): void => {
  for (const topic of [adPlanChanged, episodeChanged])
    events.on(topic, async () => {
      await jobs.send(job, {}, { singletonKey: job, startAfterS: delayS });
    });
};

/** Prepares episodes for spots, gives impressions back that were promised but not heard, and removes old promises. */
export const workPodcastSpots = async (deps: IndexDeps & Pick<Kernel, 'jobs'>): Promise<void> => {
  const { jobs, db, clock } = deps;
  await jobs.work(job, { concurrency: 1, retries: 3, expireS: 3600, givenUp: 'listed' }, () => indexEpisodes(deps));
  await jobs.every('campaigns.settlePodcasts', everyMinute, () => settlePodcastLeases(db, clock.now()));
  await jobs.every('campaigns.sweepPins', everyHour, async () => {
    await sweepPins(db, new Date(clock.now().getTime() - keptMs));
    await indexEpisodes(deps);
  });
};
