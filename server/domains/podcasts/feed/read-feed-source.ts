import type { PodcastKey } from '#contract/rules/keys.ts';
import type { Brand } from '#contract/rules/brand.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { artUrl, deliveryUrl, feedUrl, pageUrl } from '#server/domains/podcasts/podcast-urls.ts';
import { episodeFileUrl, transcriptUrl } from '../episodes/episodes.service.ts';
import { updateFrequencyOf } from '../recording/recording.service.ts';
import type { FeedUrls, FeedSource } from './feed-source.ts';
import { findFeedPodcast, listFeedEpisodes } from './feed.repo.ts';
import { liveItemsOf } from './live-items.ts';

export type FeedDeps = Pick<Kernel, 'config' | 'db' | 'clock' | 'log'> & { brand: Brand };

/**
 * The data of a podcast's feed now, and the time of its next scheduled change (`until`); undefined without a podcast.
 */
export const readFeedSource = async (
  deps: FeedDeps,
  key: PodcastKey,
  at: { changed: Date; now: Date },
): Promise<{ source: FeedSource; until: Date | undefined } | undefined> => {
  const [podcast, episodes, live, frequency] = await Promise.all([
    findFeedPodcast(deps.db, key),
    listFeedEpisodes(deps.db, key),
    liveItemsOf(deps, key, at.now),
    updateFrequencyOf(deps.db, key, at.now),
  ]);
  if (!podcast) return undefined;
  const publishTime = ({ publish_date }: { publish_date: Date | null }) => publish_date?.getTime() ?? 0;
  const editTime = ({ updated }: { updated: Date }) => Math.min(updated.getTime(), at.now.getTime());
  const inFeed = episodes.filter((episode) => publishTime(episode) <= at.now.getTime());
  const scheduled = episodes.slice(0, episodes.length - inFeed.length);
  const started = live.map(({ begin }) => begin.getTime()).filter((begin) => begin <= at.now.getTime());
  const changes = [at.changed.getTime(), ...inFeed.slice(0, 1).map(publishTime), ...started];
  const source: FeedSource = {
    podcast,
    episodes: inFeed,
    live,
    frequency: frequency && { rule: frequency.rrule, words: frequency.text },
    addresses: feedUrlsOf(deps, podcast),
    now: at.now,
    changed: new Date(Math.max(...changes)),
    built: new Date(
      Math.max(podcast.updated.getTime(), ...inFeed.slice(0, 1).map(publishTime), ...inFeed.map(editTime)),
    ),
  };
  const liveChanges = live.flatMap(({ begin, end }) => [begin.getTime(), end.getTime()]);
  const next = [...scheduled.slice(-1).map(publishTime), ...liveChanges].filter((time) => time > at.now.getTime());
  return { source, until: next.length === 0 ? undefined : new Date(Math.min(...next)) };
};

/** URLs of a podcast's feed and of what it links to. */
export const feedUrlsOf = (
  { config, brand }: Pick<FeedDeps, 'config' | 'brand'>,
  podcast: { pretty_url: string },
): FeedUrls => ({
  feed: feedUrl(config, podcast),
  page: pageUrl(config, podcast),
  hub: config.websubHub,
  usesPodping: config.podping !== undefined,
  generator: brand.name,
  art: (name) => artUrl(config, name),
  episode: (key) => ({
    page: `${pageUrl(config, podcast)}/${key}`,
    file: episodeFileUrl(config, key),
    chapters: `${deliveryUrl(config)}/episodes/${key}/chapters.json`,
    transcript: (type) => transcriptUrl(config, key, type),
  }),
});
