import type { ClickHouseClient } from '@clickhouse/client';
import { sql } from 'kysely';
import type { AccountKey, EpisodeKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { emptyIfNeverRecorded, literal, queryRows, stationIn } from '#server/platform/clickhouse/query.ts';

export type AccountStation = { key: StationKey; name: string; category: number; audioads: boolean };
/** How many listeners were at a place or had a property; `name` is one segment of a target's path. */
export type Listeners = { name: string; listeners: number };

const mostStations = 2000;

/** The stations of an account, by name. */
export const stationsToTarget = async (db: Db, account: AccountKey): Promise<AccountStation[]> =>
  await db
    .selectFrom('stations')
    .select(['key', 'name', 'category', 'audioads'])
    .where('account_key', '=', account)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .limit(mostStations)
    .execute();

export type PodcastPlace = { key: PodcastKey; title: string; episodes: { key: EpisodeKey; title: string }[] };

const mostPodcasts = 200;
const mostEpisodes = 100;

/** The podcasts of an account, by title, with their latest published episodes. */
export const podcastsToTarget = async (db: Db, account: AccountKey): Promise<PodcastPlace[]> =>
  (
    await sql<PodcastPlace>`select p.key, p.title, (
        select coalesce(jsonb_agg(jsonb_build_object('key', e.key, 'title', e.title) order by e.ord), '[]') from (
          select key, title, row_number() over (order by publish_date desc nulls last, key) as ord from episodes
          where podcast_key = p.key and published order by ord limit ${mostEpisodes}) e) as episodes
      from podcasts p where p.account_key = ${account} order by p.title, p.key limit ${mostPodcasts}`.execute(db)
  ).rows;

/** Listening of stations since a time (ms). */
type Since = { stations: readonly StationKey[]; since: number };

const distinct = 'toFloat64(uniqCombinedMerge(12)(estimate)) as listeners';
const mostPlaces = 500;

const fromHours = ({ stations, since }: Since, dimension: string): string =>
  `from audience_buckets where minutes = 60 and ${stationIn(stations)} and at >= toDateTime(${String(Math.floor(since / 1000))}, 'UTC')
    and dimension = ${literal(dimension)}`;

const rowsOf = async (clickhouse: ClickHouseClient, query: string): Promise<Listeners[]> =>
  await queryRows<Listeners>(clickhouse, query).catch(emptyIfNeverRecorded(clickhouse, []));

/** All listeners of these stations. */
export const allListeners = async (clickhouse: ClickHouseClient, of: Since): Promise<number> =>
  of.stations.length === 0
    ? 0
    : ((await rowsOf(clickhouse, `select '' as name, ${distinct} ${fromHours(of, 'output')}`))[0]?.listeners ?? 0);

/** The listeners of each station. */
export const listenersByStation = async (clickhouse: ClickHouseClient, of: Since): Promise<Listeners[]> =>
  of.stations.length === 0
    ? []
    : await rowsOf(
        clickhouse,
        `select toString(station) as name, ${distinct} ${fromHours(of, 'output')} group by station`,
      );

/** The listeners by country, device, player or output, most first. */
export const listenersBy = async (
  clickhouse: ClickHouseClient,
  of: Since,
  dimension: 'country' | 'device' | 'player' | 'output',
): Promise<Listeners[]> =>
  of.stations.length === 0
    ? []
    : await rowsOf(
        clickhouse,
        `select value as name, ${distinct} ${fromHours(of, dimension)} and value != '' group by value
         order by listeners desc, name limit ${String(mostPlaces)}`,
      );

/** The listeners by region of a country, or by city of a region, most first. */
export const listenersWithin = async (
  clickhouse: ClickHouseClient,
  of: Since,
  place: readonly [string] | readonly [string, string],
): Promise<Listeners[]> =>
  of.stations.length === 0
    ? []
    : await rowsOf(
        clickhouse,
        `select splitByChar('\\t', value)[${String(place.length + 1)}] as name, ${distinct} ${fromHours(of, 'city')}
           and startsWith(value, ${literal(`${place.join('\t')}\t`)})
         group by name having name != '' order by listeners desc, name limit ${String(mostPlaces)}`,
      );

/** The systems on a kind of device, most listeners first. */
export const listenersBySystem = async (
  clickhouse: ClickHouseClient,
  { stations, since }: Since,
  device: string,
): Promise<Listeners[]> =>
  stations.length === 0
    ? []
    : await rowsOf(
        clickhouse,
        `select toString(os) as name, toFloat64(uniq(address)) as listeners from slices where ${stationIn(stations)}
           and since >= toDateTime(${String(Math.floor(since / 1000))}, 'UTC') and device = ${literal(device)} and os != ''
         group by os order by listeners desc, name limit ${String(mostPlaces)}`,
      );

/** Regions and cities whose name contains a text, as `country\tregion\tcity` (the city may be ''), most listeners first. */
export const searchPlaces = async (clickhouse: ClickHouseClient, of: Since, search: string): Promise<Listeners[]> => {
  if (of.stations.length === 0) return [];
  const parts = `splitByChar('\\t', value)`;
  const matches = (i: number) => `positionCaseInsensitiveUTF8(${parts}[${String(i)}], ${literal(search)}) > 0`;
  const from = fromHours(of, 'city');
  return await rowsOf(
    clickhouse,
    `select name, listeners from (
       select concat(${parts}[1], '\\t', ${parts}[2], '\\t') as name, ${distinct} ${from} and ${matches(2)} group by name
       union all
       select value as name, ${distinct} ${from} and ${matches(3)} group by value)
     order by listeners desc, name limit ${String(mostPlaces)}`,
  );
};
