import type { PodcastKey } from '#contract/keys.ts';
import type { Brand } from '#contract/brand.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { artUrl, deliveryUrl, feedUrl, pageUrl } from '../addresses.ts';
import { episodeFileUrl, transcriptUrl } from '../episodes/episodes.service.ts';
import { updateFrequencyOf } from '../recording/recording.service.ts';
import type { FeedAddresses, FeedSource } from './feed-source.ts';
import { findFeedPodcast, listFeedEpisodes } from './feed.repo.ts';
import { liveItemsOf } from './live-items.ts';

export type FeedDeps = Pick<Kernel, 'config' | 'db' | 'clock' | 'log'> & { brand: Brand };

/** What a podcast's feed is made of now, and until when it stays so if nobody changes anything. */
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
  const moment = ({ publish_date }: { publish_date: Date | null }) => publish_date?.getTime() ?? 0;
  const written = ({ updated }: { updated: Date }) => Math.min(updated.getTime(), at.now.getTime());
  const out = episodes.filter((episode) => moment(episode) <= at.now.getTime());
  const toCome = episodes.slice(0, episodes.length - out.length);
  const begun = live.map(({ begin }) => begin.getTime()).filter((begin) => begin <= at.now.getTime());
  const moments = [at.changed.getTime(), ...out.slice(0, 1).map(moment), ...begun];
  const source: FeedSource = {
    podcast,
    episodes: out,
    live,
    frequency: frequency && { rule: frequency.rrule, words: frequency.text },
    addresses: feedAddresses(deps, podcast),
    now: at.now,
    changed: new Date(Math.max(...moments)),
    built: new Date(Math.max(podcast.updated.getTime(), ...out.slice(0, 1).map(moment), ...out.map(written))),
  };
  const turns = live.flatMap(({ begin, end }) => [begin.getTime(), end.getTime()]);
  const next = [...toCome.slice(-1).map(moment), ...turns].filter((turn) => turn > at.now.getTime());
  return { source, until: next.length === 0 ? undefined : new Date(Math.min(...next)) };
};

/** Where the parts of a podcast's feed are had. */
export const feedAddresses = (
  { config, brand }: Pick<FeedDeps, 'config' | 'brand'>,
  podcast: { pretty_url: string },
): FeedAddresses => ({
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
