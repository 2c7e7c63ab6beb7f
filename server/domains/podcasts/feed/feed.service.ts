import { sql } from 'kysely';
import type { PodcastKey } from '#contract/rules/keys.ts';
import type { PodcastFeed } from '#contract/api/podcast-feed.ts';
import type { Brand } from '#contract/rules/brand.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { feedUrl, pageUrl } from '#server/domains/podcasts/podcast-urls.ts';
import { artKey } from '../podcast-art.ts';
import { findFeedPodcast, stateOfFeed } from './feed.repo.ts';
import { lintFeed, type LintedEpisode, type LintedFeed } from './lint-feed.ts';
import { readFeedSource } from './read-feed-source.ts';
import { renderFeed } from './render-feed.ts';

export type FeedServiceDeps = Pick<Kernel, 'config' | 'db' | 'clock' | 'log' | 'storage'> & {
  brand: Brand;
  images: Pick<ImageEngine, 'measure'>;
};

/** Number of episodes in a preview. */
const previewEpisodes = 20;

/** A podcast's feed with its lint findings, for its team; refuses with `podcast.notFound`. */
export const feedOf = async (deps: FeedServiceDeps, key: PodcastKey): Promise<PodcastFeed> => {
  const now = deps.clock.now();
  const [podcast, state, episodes] = await Promise.all([
    findFeedPodcast(deps.db, key),
    stateOfFeed(deps.db, key),
    listLinted(deps.db, key),
  ]);
  if (!podcast || !state) return refuse('podcast.notFound');
  const inFeed = episodes.filter(({ published, audio, publish_date }) => published && audio !== null && publish_date);
  const scheduled = inFeed.filter(({ publish_date }) => publish_date !== null && publish_date > now).length;
  const publishTimes = inFeed.flatMap(({ publish_date }) =>
    publish_date && publish_date <= now ? publish_date.getTime() : [],
  );
  // Several changes within a second are dated ahead of the clock.
  const changed = Math.min(Math.max(state.changed.getTime(), ...publishTimes), now.getTime());
  return {
    feed_url: feedUrl(deps.config, podcast),
    page_url: pageUrl(deps.config, podcast),
    guid: podcast.guid,
    published: podcast.published,
    episodes: inFeed.length - scheduled,
    scheduled,
    changed: new Date(changed).toISOString(),
    new_feed_url: podcast.new_feed_url,
    notices: { websub: deps.config.websubHub !== undefined, podping: deps.config.podping !== undefined },
    findings: lintFeed(await lintedFeed(deps, podcast, episodes, now)),
  };
};

/** The feed's XML as it would be served now, limited to the newest episodes; also if the feed isn't public. */
export const previewFeed = async (
  deps: FeedServiceDeps,
  key: PodcastKey,
): Promise<{ xml: string; episodes: number; of: number }> => {
  const state = (await stateOfFeed(deps.db, key)) ?? refuse('podcast.notFound');
  const read =
    (await readFeedSource(deps, key, { changed: state.changed, now: deps.clock.now() })) ?? refuse('podcast.notFound');
  const episodes = read.source.episodes.slice(0, previewEpisodes);
  const xml = await renderFeed({ ...read.source, episodes });
  return { xml, episodes: episodes.length, of: read.source.episodes.length };
};

const lintedFeed = async (
  deps: FeedServiceDeps,
  podcast: LintedFeed['podcast'],
  episodes: LintedEpisode[],
  now: Date,
): Promise<LintedFeed> => ({
  podcast,
  episodes,
  art: podcast.image === null ? undefined : await measureArt(deps, podcast.image),
  feedUrl: feedUrl(deps.config, podcast),
  wording: deps.brand.wording,
  now,
});

/** An unreadable logo counts as missing. */
const measureArt = async ({ storage, images, log }: FeedServiceDeps, name: string): Promise<LintedFeed['art']> => {
  try {
    return await images.measure(await storage.localPath(artKey(name, 'jpg')));
  } catch (error) {
    log.warn({ err: error, name }, 'could not measure a logo');
    return undefined;
  }
};

const listLinted = async (db: Db, key: PodcastKey): Promise<LintedEpisode[]> =>
  await db
    .selectFrom('episodes')
    .select([
      'key',
      'title',
      'description',
      'summary',
      'subtitle',
      'season',
      'episode',
      'episode_type',
      'published',
      'publish_date',
      'audio',
      'audio_ms',
      'audio_size',
      'upload_status',
      'transcript_type',
    ]) // oxfmt-ignore
    .select(sql<number>`jsonb_array_length(chapters)`.as('chapters'))
    .where('podcast_key', '=', key)
    .orderBy(sql`coalesce(publish_date, created)`, 'desc')
    .orderBy('key')
    .execute();
