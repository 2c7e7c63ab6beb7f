import { sql, type Selectable } from 'kysely';
import type { PodcastKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { EpisodesTable, PodcastsTable } from '../podcasts.tables.ts';

/** The current state of a feed. */
export type FeedState = {
  key: PodcastKey;
  pretty_url: string;
  revision: number;
  changed: Date;
  new_feed_url: string;
};

/** The public feed that has or once had this name in its URL; undefined if there is none. */
export const findFeedState = async (db: Db, name: string): Promise<FeedState | undefined> => {
  const { rows } = await sql<FeedState>`
    select podcasts.key, podcasts.pretty_url, podcast_feeds.revision, podcast_feeds.changed,
      podcasts.new_feed_url ${publicPodcasts}
      and (lower(podcasts.pretty_url) = ${name} or podcasts.key =
        (select podcast_key from podcast_former_urls where pretty_url = ${name}))
    order by lower(podcasts.pretty_url) = ${name} desc limit 1`.execute(db);
  return rows[0];
};

/** The name in the URL of a podcast's feed; undefined if the feed isn't public. */
export const feedNameOf = async (db: Db, key: PodcastKey): Promise<string | undefined> => {
  const { rows } = await sql<{ pretty_url: string }>`
    select podcasts.pretty_url ${publicPodcasts} and podcasts.key = ${key}`.execute(db);
  return rows[0]?.pretty_url;
};

/** The state of a podcast's feed, public or not. */
export const stateOfFeed = async (db: Db, key: PodcastKey): Promise<{ revision: number; changed: Date } | undefined> =>
  await db
    .selectFrom('podcast_feeds')
    .select(['revision', 'changed'])
    .where('podcast_key', '=', key)
    .executeTakeFirst();

export type FeedPodcast = Omit<Selectable<PodcastsTable>, 'search_name'>;
export type FeedEpisode = Pick<Selectable<EpisodesTable>, (typeof episodeColumns)[number]>;

export const findFeedPodcast = async (db: Db, key: PodcastKey): Promise<FeedPodcast | undefined> =>
  await db.selectFrom('podcasts').selectAll().where('key', '=', key).executeTakeFirst();

/** All published and scheduled episodes with audio, the newest first. */
export const listFeedEpisodes = async (db: Db, key: PodcastKey): Promise<FeedEpisode[]> =>
  await db
    .selectFrom('episodes')
    .select(episodeColumns)
    .where('podcast_key', '=', key)
    .where('published', '=', true)
    .where('audio', 'is not', null)
    .where('publish_date', 'is not', null)
    .orderBy(sql`coalesce(publish_date, created)`, 'desc')
    .orderBy('key')
    .execute();

/** Podcasts with an episode whose publish date lies between two times. */
export const podcastsDue = async (db: Db, after: Date, until: Date): Promise<PodcastKey[]> => {
  const rows = await db
    .selectFrom('episodes')
    .select('podcast_key')
    .distinct()
    .where('published', '=', true)
    .where('audio', 'is not', null)
    .where('publish_date', '>', after)
    .where('publish_date', '<=', until)
    .execute();
  return rows.map((row) => row.podcast_key);
};

const publicPodcasts = sql`from podcasts
  join podcast_feeds on podcast_feeds.podcast_key = podcasts.key
  join accounts on accounts.key = podcasts.account_key
  left join stations on stations.key = podcasts.station_key
  where podcasts.published and accounts.deleted_at is null and accounts.suspended_at is null
    and stations.deleted_at is null and stations.suspended_at is null`;

const episodeColumns = [
  'key',
  'title',
  'subtitle',
  'description',
  'rich_description',
  'summary',
  'author',
  'tags',
  'season',
  'episode',
  'episode_type',
  'explicit',
  'block',
  'publish_date',
  'created',
  'updated',
  'link',
  'image',
  'persons',
  'chapters',
  'guid',
  'audio_size',
  'audio_ms',
  'transcript_type',
] as const;
