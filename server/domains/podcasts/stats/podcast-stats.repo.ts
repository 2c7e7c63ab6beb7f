import { sql } from 'kysely';
import type { AccountKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** Keys of an account's podcasts, including those of its stations. */
export const podcastsOfAccount = async (db: Db, account: AccountKey): Promise<PodcastKey[]> =>
  (await db.selectFrom('podcasts').select('key').where('account_key', '=', account).execute()).map(({ key }) => key);

/** The time zone of a podcast's station, else of its account's oldest. */
export const zoneOfPodcast = async (db: Db, podcast: PodcastKey): Promise<string> => {
  const { rows } = await sql<{ zone: string }>`
    select s.default_timezone as zone from podcasts p join stations s on s.account_key = p.account_key
    where p.key = ${podcast} order by s.key = p.station_key desc nulls last, s.created, s.key limit 1`.execute(db);
  return rows[0]?.zone ?? 'UTC';
};

/** Titles of these podcasts and episodes by key, without deleted ones. */
export const titlesOf = async (
  db: Db,
  { podcasts, episodes }: { podcasts: PodcastKey[]; episodes: EpisodeKey[] },
): Promise<Map<string, { title: string; podcast: PodcastKey }>> => {
  const [ofPodcasts, ofEpisodes] = await Promise.all([
    podcasts.length === 0
      ? []
      : db.selectFrom('podcasts').select(['key', 'key as podcast', 'title']).where('key', 'in', podcasts).execute(),
    episodes.length === 0
      ? []
      : db
          .selectFrom('episodes')
          .select(['key', 'podcast_key as podcast', 'title'])
          .where('key', 'in', episodes)
          .execute(),
  ]);
  return new Map([...ofPodcasts, ...ofEpisodes].map(({ key, podcast, title }) => [key as string, { title, podcast }]));
};
