import { sql, type RawBuilder } from 'kysely';
import type { PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { DayPartHours } from '#contract/rules/week.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { SlotPlan } from '#contract/rules/recording-slots.ts';
import { isPublic } from '#server/domains/stations/public-stations.service.ts';

export type ListedShow = {
  key: PodcastKey;
  title: string;
  description: string;
  language: string;
  image: string | null;
  pretty_url: string;
};
export type ListedPerson = { name: string; pretty_url: string | null; avatar: string | null };
export type PersonRow = ListedPerson & { id: string; bio: string; tags: string[] };
export type ProgrammeRow = Pick<SlotPlan, 'slots'> & {
  first_day: string;
  last_day: string | null;
  timezone: string;
  every_weeks: number;
  title: string;
  pretty_url: string;
};

/** The published podcasts of a station, by title; without those that directories should not list. */
export const showsOf = async (db: Db, station: StationKey): Promise<ListedShow[]> =>
  await db
    .selectFrom('podcasts')
    .select(['key', 'title', 'language', 'image', 'pretty_url'])
    .select(sql<string>`coalesce(nullif(description, ''), nullif(summary, ''), subtitle)`.as('description'))
    .where('station_key', '=', station)
    .where('published', '=', true)
    .where('block', '=', false)
    .orderBy(sql`lower(title)`)
    .orderBy('key')
    .limit(mostShows)
    .execute();

/** The recording schedules of a station whose podcast is published: what its programme is known to contain. */
export const programmeOf = async (db: Db, station: StationKey): Promise<ProgrammeRow[]> =>
  await db
    .selectFrom('recording_schedules as schedule')
    .innerJoin('podcasts', 'podcasts.key', 'schedule.podcast_key')
    .select(['schedule.first_day', 'schedule.last_day', 'schedule.timezone', 'schedule.slots', 'schedule.every_weeks'])
    .select(['podcasts.title', 'podcasts.pretty_url'])
    .where('schedule.station_key', '=', station)
    .where('podcasts.published', '=', true)
    .where('podcasts.block', '=', false)
    .orderBy('schedule.id')
    .execute();

/** The people of a station who have made their profile as a radio personality public, by name. */
export const personalitiesOf = async (db: Db, station: StationKey): Promise<ListedPerson[]> => {
  const { rows } = await sql<ListedPerson>`
    select ${nameOfUser} as name, users.pretty_url, users.avatar
    from station_members join users on users.id = station_members.user_id
    where station_members.station_key = ${station} and ${isPersonality}
    order by lower(${nameOfUser}), users.id limit ${mostPeople}`.execute(db);
  return rows;
};

/** The public radio personality with this name (lower case) in the URL of their page; undefined if there is none. */
export const findPersonality = async (db: Db, name: string): Promise<PersonRow | undefined> => {
  const { rows } = await sql<PersonRow>`
    select users.id, ${nameOfUser} as name, users.pretty_url, users.avatar,
      coalesce(users.dj_info ->> 'bio', '') as bio, coalesce(users.dj_info -> 'tags', '[]') as tags
    from users where lower(users.pretty_url) = ${name} and ${isPersonality}`.execute(db);
  return rows[0];
};

export type StationOfPerson = {
  name: string;
  pretty_url: string;
  description: string;
  language: string;
  logo: string | null;
};

/** The public stations in whose team a person is, by name. */
export const stationsOfPerson = async (db: Db, user: string): Promise<StationOfPerson[]> => {
  const { rows } = await sql<StationOfPerson>`
    select stations.name, stations.pretty_url, stations.description, stations.language, stations.logo
    from station_members join stations on stations.key = station_members.station_key
    join accounts on accounts.key = stations.account_key
    where station_members.user_id = ${user} and ${isPublic}
    order by lower(stations.name), stations.key limit ${mostPeople}`.execute(db);
  return rows;
};

export type PresenterTimes = {
  name: string;
  /** Of their public page; null without one. */
  pretty_url: string | null;
  picture: string | null;
  windows: DayPartHours[];
  station: string;
  station_url: string;
  timezone: string;
};

/** The presenters of a station who have hours, with the page of those who have made their profile public. */
export const presentersOfStation = async (db: Db, station: StationKey): Promise<PresenterTimes[]> =>
  await presentersWhere(db, sql`presenters.station_key = ${station}`);

/** What a public radio personality presents on public stations whose team they are on. */
export const presentedBy = async (db: Db, user: string): Promise<PresenterTimes[]> =>
  await presentersWhere(db, sql`users.id = ${user} and ${isPublic}`);

const presentersWhere = async (db: Db, condition: RawBuilder<unknown>): Promise<PresenterTimes[]> => {
  const { rows } = await sql<PresenterTimes>`
    select presenters.name, users.pretty_url, presenters.picture, presenters.windows, stations.name as station,
      stations.pretty_url as station_url, stations.default_timezone as timezone
    from presenters join stations on stations.key = presenters.station_key
    join accounts on accounts.key = stations.account_key
    left join station_members on station_members.station_key = stations.key and station_members.user_id = presenters.user_id
    left join users on users.id = station_members.user_id and ${isPersonality}
    where not presenters.disabled and presenters.windows <> '[]' and ${condition}
    order by presenters.name, presenters.id`.execute(db);
  return rows;
};

type Listed = { key: string; pretty_url: string; updated: Date };

/** The published podcasts that search engines may list, after a key. */
export const listSearchableShows = async (db: Db, after: string, limit: number): Promise<Listed[]> => {
  const { rows } = await sql<Listed>`
    select podcasts.key, podcasts.pretty_url, podcast_feeds.changed as updated from podcasts
    join podcast_feeds on podcast_feeds.podcast_key = podcasts.key
    join accounts on accounts.key = podcasts.account_key left join stations on stations.key = podcasts.station_key
    where podcasts.published and not podcasts.block and accounts.deleted_at is null and accounts.suspended_at is null
      and stations.deleted_at is null and stations.suspended_at is null and podcasts.key > ${after}
    order by podcasts.key limit ${limit}`.execute(db);
  return rows;
};

/** The pages of radio personalities, after an ID. */
export const listPersonalities = async (db: Db, after: string, limit: number): Promise<Listed[]> => {
  const { rows } = await sql<Listed>`
    select users.id::text as key, users.pretty_url, users.updated from users
    where users.pretty_url is not null and ${isPersonality} and users.id::text > ${after}
    order by users.id::text limit ${limit}`.execute(db);
  return rows;
};

const mostShows = 24;
const mostPeople = 24;

const nameOfUser = sql<string>`coalesce(nullif(users.dj_info ->> 'nickname', ''), trim(users.first_name || ' ' || users.last_name))`;
/** Who calls themselves a radio personality, has made that public, and has a name. */
const isPersonality = sql<boolean>`users.disabled_at is null and ${nameOfUser} <> ''
  and (users.dj_info ->> 'radio_personality')::boolean and (users.dj_info ->> 'public')::boolean`;
