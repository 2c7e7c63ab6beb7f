import { sql } from 'kysely';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { listedLinks } from '../distribution/distribution.service.ts';
import { publishedEpisode, type EpisodeRow } from '../episodes/episodes.service.ts';
import { findFeedPodcast, findFeedState, type FeedPodcast } from '../feed/feed.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock'>;
export type ListedEpisode = Pick<EpisodeRow, (typeof listed)[number]>;
export type Link = { name: string; url: string };

export type ShowSource = {
  podcast: FeedPodcast;
  links: Link[];
  episodes: ListedEpisode[];
  page: number;
  pages: number;
  total: number;
};
export type EpisodeSource = { podcast: FeedPodcast; episode: EpisodeRow; others: ListedEpisode[]; links: Link[] };
/** A page that has moved; `address` is the podcast's current name in URLs. */
export type MovedPage = { address: string };

export const episodesPerPage = 50;
const maxOthers = 3;

/** The data of a podcast's page; undefined if it isn't public or has no such page of episodes. */
export const readShow = async (
  { db, clock }: Deps,
  address: string,
  page: number,
): Promise<ShowSource | MovedPage | undefined> => {
  const podcast = await podcastAt(db, address);
  if (!podcast || 'address' in podcast) return podcast;
  const now = clock.now();
  const [total, episodes, links] = await Promise.all([
    countPublic(db, podcast.key, now),
    listPublic(db, podcast.key, now, { limit: episodesPerPage, offset: (page - 1) * episodesPerPage }),
    listedLinks(db, podcast.key),
  ]);
  const pages = Math.max(1, Math.ceil(total / episodesPerPage));
  return page > pages ? undefined : { podcast, links, episodes, page, pages, total };
};

/** The data of an episode's page; undefined if it isn't public. */
export const readEpisode = async (
  { db, clock }: Deps,
  address: string,
  key: EpisodeKey,
): Promise<EpisodeSource | MovedPage | undefined> => {
  const podcast = await podcastAt(db, address);
  if (!podcast || 'address' in podcast) return podcast;
  const now = clock.now();
  const [episode, newest, links] = await Promise.all([
    publishedEpisode(db, key, now),
    listPublic(db, podcast.key, now, { limit: maxOthers + 1, offset: 0 }),
    listedLinks(db, podcast.key),
  ]);
  if (episode?.podcast_key !== podcast.key) return undefined;
  return { podcast, episode, links, others: newest.filter((other) => other.key !== key).slice(0, maxOthers) };
};

/** A public episode by its key, with its podcast. */
export const readEmbedded = async (
  { db, clock }: Deps,
  key: EpisodeKey,
): Promise<{ podcast: FeedPodcast; episode: EpisodeRow } | undefined> => {
  const episode = await publishedEpisode(db, key, clock.now());
  const podcast = episode && (await findFeedPodcast(db, episode.podcast_key));
  return episode && podcast ? { podcast, episode } : undefined;
};

/** The newest episode of a podcast, which is what embeds for the podcast's page. */
export const newestEpisode = async ({ db, clock }: Deps, address: string): Promise<EpisodeKey | undefined> => {
  const podcast = await podcastAt(db, address);
  if (!podcast || 'address' in podcast) return undefined;
  return (await listPublic(db, podcast.key, clock.now(), { limit: 1, offset: 0 }))[0]?.key;
};

const podcastAt = async (db: Db, address: string): Promise<FeedPodcast | MovedPage | undefined> => {
  const name = address.toLowerCase();
  const state = await findFeedState(db, name);
  if (!state) return undefined;
  if (state.pretty_url !== address) return { address: state.pretty_url };
  return await findFeedPodcast(db, state.key);
};

const listed = [
  'key',
  'title',
  'subtitle',
  'summary',
  'description',
  'season',
  'episode',
  'episode_type',
  'explicit',
  'publish_date',
  'audio_ms',
] as const;

const isPublic = (key: PodcastKey, now: Date) =>
  sql<boolean>`podcast_key = ${key} and published and audio is not null and publish_date <= ${now}`;

const listPublic = async (
  db: Db,
  key: PodcastKey,
  now: Date,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedEpisode[]> =>
  await db
    .selectFrom('episodes')
    .select(listed)
    .where(isPublic(key, now))
    .orderBy(sql`coalesce(publish_date, created)`, 'desc')
    .orderBy('key')
    .limit(limit)
    .offset(offset)
    .execute();

const countPublic = async (db: Db, key: PodcastKey, now: Date): Promise<number> => {
  const row = await db
    .selectFrom('episodes')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where(isPublic(key, now))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
};
