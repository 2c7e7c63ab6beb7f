import * as z from 'zod/mini';
import { PodcastKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { episodeChanged, episodeDeleted } from '../episodes/episodes.events.ts';
import { podcastChanged } from '../podcasts.events.ts';
import { podcastsDue } from './feed.repo.ts';
import { enabledNotices, sendNotice, type NoticeDeps } from './notices.ts';

const OfPodcast = z.object({ key: PodcastKey });
const OfEpisode = z.object({ podcast: PodcastKey });
const job = 'tell-feed-';

/** How far back due episodes are searched. The job runs every minute; this covers pauses of the process. */
const lookBackMs = 15 * 60_000;

/** Queues notices for changed feeds. */
export const subscribeFeeds = (kernel: Pick<Kernel, 'events' | 'jobs' | 'config'>): void => {
  if (enabledNotices(kernel.config).length === 0) return;
  kernel.events.on(podcastChanged, (payload) => queue(kernel, OfPodcast.parse(payload).key));
  for (const topic of [episodeChanged, episodeDeleted])
    kernel.events.on(topic, (payload) => queue(kernel, OfEpisode.parse(payload).podcast));
};

/** Sends queued notices in this process, and every minute queues those for scheduled episodes that became due. */
export const workFeeds = async (deps: NoticeDeps & Pick<Kernel, 'jobs'>): Promise<void> => {
  for (const kind of enabledNotices(deps.config))
    await deps.jobs.work(job + kind, { concurrency: 2, retries: 8, expireS: 60, givenUp: 'listed' }, async (data) =>
      sendNotice(deps, kind, OfPodcast.parse(data).key),
    );
  if (enabledNotices(deps.config).length > 0)
    await deps.jobs.every('tell-due-feeds', '* * * * *', () => queueDueNotices(deps));
};

/** Queues notices for podcasts with a recently published episode; a feed version is only sent once. */
export const queueDueNotices = async (deps: Pick<Kernel, 'db' | 'clock' | 'jobs' | 'config'>): Promise<void> => {
  const now = deps.clock.now();
  for (const key of await podcastsDue(deps.db, new Date(now.getTime() - lookBackMs), now)) await queue(deps, key);
};

const queue = async ({ jobs, config }: Pick<Kernel, 'jobs' | 'config'>, key: PodcastKey): Promise<void> => {
  for (const kind of enabledNotices(config)) await jobs.send(job + kind, { key }, { singletonKey: key });
};
