import type { Kernel } from '#server/kernel/kernel.ts';
import { episodeChanged } from '#server/domains/podcasts/episodes/episodes.events.ts';
import { adPlanChanged } from '../campaigns.events.ts';
import { keptMs } from './arrange.ts';
import { episodesToIndex, indexEpisode, type IndexDeps } from './index-episodes.ts';
import { sweepPins } from './pins.repo.ts';
import { settlePodcastLeases } from './podcast-leases.ts';
import { saveIndex, type UnindexedEpisode } from './podcast-spots.repo.ts';

/** Queues the episodes whose frames are to be found; each is a job of its own. */
const queueJob = 'campaigns.indexEpisodes';
const indexJob = 'campaigns.indexEpisode';
const everyMinute = '* * * * *';
const everyHour = '23 * * * *';
const delayS = 5;
/** Further episodes are queued after so long. */
const moreAfterS = 60;

/** Finds the frames of episodes in which campaigns may play, when either changes. Called where the outbox is delivered. */
export const subscribePodcastSpots = ({ events, jobs }: Pick<Kernel, 'events' | 'jobs'>): void => {
  for (const topic of [adPlanChanged, episodeChanged])
    events.on(topic, async () => {
      await jobs.send(queueJob, {}, { singletonKey: queueJob, startAfterS: delayS });
    });
};

/** Prepares episodes for spots, gives impressions back that were promised but not heard, and removes old promises. */
export const workPodcastSpots = async (deps: IndexDeps & Pick<Kernel, 'jobs'>): Promise<void> => {
  const { jobs, db, clock } = deps;
  const listed = { retries: 3, givenUp: 'listed' } as const;
  await jobs.work(queueJob, { ...listed, concurrency: 1, expireS: 900 }, () => queueEpisodes(deps));
  await jobs.work(
    indexJob,
    {
      ...{ concurrency: 1, retries: 3, expireS: 3600 },
      // Played without spots until it has other audio.
      givenUp: async (data) => void (await saveIndex(db, data as UnindexedEpisode, undefined)),
    },
    (data) => indexEpisode(deps, data as UnindexedEpisode),
  );
  await jobs.every('campaigns.settlePodcasts', everyMinute, () => settlePodcastLeases(db, clock.now()));
  await jobs.every('campaigns.sweepPins', everyHour, async () => {
    await sweepPins(db, new Date(clock.now().getTime() - keptMs));
    await queueEpisodes(deps);
  });
};

const queueEpisodes = async (deps: IndexDeps & Pick<Kernel, 'jobs'>): Promise<void> => {
  const { episodes, hasMore } = await episodesToIndex(deps);
  for (const one of episodes) await deps.jobs.send(indexJob, one, { singletonKey: `${one.episode} ${one.audio}` });
  if (hasMore) await deps.jobs.send(queueJob, {}, { singletonKey: queueJob, startAfterS: moreAfterS });
};
