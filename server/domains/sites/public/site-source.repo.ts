import { sql } from 'kysely';
import type { AccountKey, PlayerKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { isPublic } from '#server/domains/stations/public-stations.service.ts';
import type { Db } from '#server/kernel/kernel.ts';

/* What the blocks of a microsite show. Each query names the account, so that a site never shows what belongs to another one. */

export type SiteShow = {
  key: PodcastKey;
  title: string;
  description: string;
  language: string;
  image: string | null;
  pretty_url: string;
};
export type SiteEpisode = {
  key: string;
  podcast_key: PodcastKey;
  title: string;
  about: string;
  publish_date: Date | null;
  audio_ms: number;
};
export type SitePerson = { name: string; pretty_url: string | null; avatar: string | null };

const mostStations = 50;
const mostPeople = 48;

/** The account's stations that may be shown: these, and all that have a page, by name. */
export const shownStations = async (
  db: Db,
  account: AccountKey,
  named: readonly string[],
): Promise<{ key: StationKey; is_public: boolean }[]> => {
  const { rows } = await sql<{ key: StationKey; is_public: boolean }>`
    select stations.key, ${isPublic} as is_public from stations join accounts on accounts.key = stations.account_key
    where stations.account_key = ${account} and stations.deleted_at is null and stations.suspended_at is null
      and (${isPublic} or stations.key = any(${named}::text[]))
    order by lower(stations.name), stations.key limit ${mostStations}`.execute(db);
  return rows;
};

/** The published podcasts of an account: those named, and the newest ones. */
export const shownPodcasts = async (
  db: Db,
  account: AccountKey,
  { named, newest }: { named: readonly string[]; newest: number },
): Promise<SiteShow[]> => {
  const own = sql`podcasts.account_key = ${account} and podcasts.published and not podcasts.block
    and stations.deleted_at is null and stations.suspended_at is null`;
  const { rows } = await sql<SiteShow>`
    select podcasts.key, podcasts.title, podcasts.language, podcasts.image, podcasts.pretty_url,
      coalesce(nullif(podcasts.description, ''), nullif(podcasts.summary, ''), podcasts.subtitle) as description
    from podcasts left join stations on stations.key = podcasts.station_key
    where ${own} and (podcasts.key = any(${named}::text[]) or podcasts.key in (
      select podcasts.key from podcasts left join stations on stations.key = podcasts.station_key
      where ${own} order by podcasts.created desc, podcasts.key limit ${newest}))
    order by podcasts.created desc, podcasts.key`.execute(db);
  return rows;
};

/** The newest episodes of each of these podcasts. */
export const shownEpisodes = async (
  db: Db,
  podcasts: readonly PodcastKey[],
  { most, now }: { most: number; now: Date },
): Promise<SiteEpisode[]> => {
  const { rows } = await sql<SiteEpisode>`
    select e.key, e.podcast_key, e.title, e.publish_date, e.audio_ms,
      coalesce(nullif(e.description, ''), nullif(e.summary, ''), e.subtitle) as about
    from unnest(${podcasts}::text[]) wanted(key) cross join lateral (
      select * from episodes where podcast_key = wanted.key and published and audio is not null and publish_date <= ${now}
      order by coalesce(publish_date, created) desc, key limit ${most}) e`.execute(db);
  return rows;
};

/** The public radio personalities of the account's stations, by name. */
export const shownPeople = async (db: Db, account: AccountKey): Promise<SitePerson[]> => {
  const name = sql`coalesce(nullif(users.dj_info ->> 'nickname', ''), trim(users.first_name || ' ' || users.last_name))`;
  const { rows } = await sql<SitePerson>`
    select ${name} as name, users.pretty_url, users.avatar from users
    where users.disabled_at is null and ${name} <> '' and (users.dj_info ->> 'radio_personality')::boolean
      and (users.dj_info ->> 'public')::boolean and exists (
        select from station_members m join stations s on s.key = m.station_key
        where m.user_id = users.id and s.account_key = ${account} and s.deleted_at is null)
    order by lower(${name}), users.id limit ${mostPeople}`.execute(db);
  return rows;
};

/** The names of the account's active players, by key. */
export const shownPlayers = async (
  db: Db,
  account: AccountKey,
  keys: readonly string[],
): Promise<Map<string, { key: PlayerKey; name: string }>> => {
  const { rows } = await sql<{ key: PlayerKey; name: string }>`
    select p.key, coalesce(nullif(p.name, ''), s.name, '') as name from players p left join stations s on s.key = p.station_key
    where p.account_key = ${account} and p.removed_at is null and p.active and p.key = any(${keys}::text[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.key, row]));
};

/** The ads.txt of the account's stations, by name. */
export const stationLines = async (db: Db, account: AccountKey): Promise<string[]> =>
  (
    await db
      .selectFrom('stations')
      .select('ads_txt')
      .where('account_key', '=', account)
      .where('deleted_at', 'is', null)
      .where('ads_txt', '!=', '')
      .orderBy('name')
      .orderBy('key')
      .execute()
  ).map(({ ads_txt }) => ads_txt);
