import type { ClickHouseClient } from '@clickhouse/client';
import { sql } from 'kysely';
import type { Rule } from '#contract/rules/ad-rules.ts';
import type { AccountKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { emptyIfMissing, literal, queryRows } from '#server/platform/clickhouse/query.ts';
import { distinctionOf } from '../pacing/place-conditions.ts';
import type { EpisodeReach } from './choose-spots.ts';

/** An episode with what decides which campaigns may play in it, and how long it is. */
export type SupplyEpisode = EpisodeReach & { key: EpisodeKey; podcast: PodcastKey; hours: number };

/** How many episodes are looked at: those with the most downloads. */
const mostEpisodes = 20_000;
const historyDays = 28;

export type DownloadedEpisode = { episode: EpisodeKey; podcast: PodcastKey; downloads: number; weeks: number };

/**
 * The episodes that were downloaded in the last 28 days, and how many weeks their podcast has had downloads since, at least one;
 * of one account's podcasts, or of all.
 */
export const downloadedEpisodes = async (
  { db, clickhouse }: { db: Db; clickhouse: ClickHouseClient },
  account: AccountKey | undefined,
  now: number,
): Promise<DownloadedEpisode[]> => {
  const podcasts = account === undefined ? undefined : await podcastsOf(db, account);
  if (podcasts?.length === 0) return [];
  const today = Math.floor(now / dayMs) * dayMs;
  const rows = await queryRows<Omit<DownloadedEpisode, 'weeks'> & { first: number }>(
    clickhouse,
    `select episode, podcast, toFloat64(sum(t.downloads)) as downloads,
       min(min(toFloat64(toUnixTimestamp(at)))) over (partition by podcast) as first
     from podcast_days as t where ${podcasts ? podcastIn(podcasts) : '1'} and ${sinceHistory(today)} and at <= ${atSeconds(today)}
     group by podcast, episode having sum(t.downloads) > 0 order by sum(t.downloads) desc, episode limit ${String(mostEpisodes)}`,
  ).catch(emptyIfMissing([]));
  return rows.map(({ first, ...row }) => ({
    ...row,
    weeks: Math.max(1, (today - first * 1000) / dayMs / 7),
  }));
};

const atSeconds = (ms: number): string => `toDateTime(${String(Math.floor(ms / 1000))}, 'UTC')`;
const sinceHistory = (now: number): string => `at >= ${atSeconds(now - historyDays * dayMs)}`;
const podcastIn = (keys: readonly PodcastKey[]): string => `podcast in (${keys.map(literal).join(',')})`;

const podcastsOf = async (db: Db, account: AccountKey): Promise<PodcastKey[]> =>
  (await db.selectFrom('podcasts').select('key').where('account_key', '=', account).orderBy('key').execute()).map(
    ({ key }) => key,
  );

/** What decides which campaigns may play in these episodes; of those that still exist. */
export const supplyEpisodes = async (db: Db, keys: readonly EpisodeKey[]): Promise<SupplyEpisode[]> =>
  (
    await sql<SupplyEpisode>`
      select e.key, p.key as podcast, p.account_key as account, p.station_key as station, s.default_timezone as timezone,
        p.language, coalesce(r.blocked_categories, '{}') as blocked_categories,
        coalesce(r.blocked_advertisers, '{}') as blocked_advertisers, e.audio_ms / 3600000.0::float8 as hours
      from episodes e join podcasts p on p.key = e.podcast_key
        left join stations s on s.key = p.station_key left join audio_ads r on r.station_key = p.station_key
      where e.key = any(${keys}::text[]) and p.published`.execute(db)
  ).rows;

/** Downloads of a group of episodes, by what rules tell apart: spots a week, by hour of the week and position. */
export type DownloadHours = {
  g: number;
  distinction: string;
  /** Of one of its listeners: country, region, city, device, system, player. */
  example: string[];
  hours: number[];
  pre: number[];
  mid: number[];
  post: number[];
};

/** The columns of downloads that a target's segments are compared with. */
const placeColumns = ['country', 'region', 'city'] as const;
const columns = { location: placeColumns, device: ['device', 'os'], player: ['app'] };

/** An episode with its group, and what one download of it adds to each position in an average week. */
export type GroupedEpisode = { key: EpisodeKey; podcast: PodcastKey; g: number } & Record<
  'pre' | 'mid' | 'post',
  number
>;

/** The counted downloads of these episodes in the last 28 days. */
export const downloadHours = async (
  clickhouse: ClickHouseClient,
  episodes: readonly GroupedEpisode[],
  rules: readonly Rule[],
  now: number,
): Promise<DownloadHours[]> => {
  const keys = episodes.map(({ key }) => literal(key)).join(',');
  const perEpisode = (value: (one: GroupedEpisode) => number): string =>
    `transform(episode, [${keys}], cast('[${episodes.map(value).join(',')}]' as Array(Float64)), 0.)`;
  return await queryRows<DownloadHours>(
    clickhouse,
    `select g, distinction, any(example) as example, groupArray(toFloat64(hour)) as hours, groupArray(pre) as pre,
       groupArray(mid) as mid, groupArray(post) as post
     from (
       select ${perEpisode(({ g }) => g)} as g, ${distinctionOf(rules, columns)} as distinction,
         (toDayOfWeek(at) - 1) * 24 + toHour(at) as hour,
         any([toString(country), toString(region), toString(city), toString(device), toString(os), toString(app)]) as example,
         sum(${perEpisode(({ pre }) => pre)}) as pre, sum(${perEpisode(({ mid }) => mid)}) as mid,
         sum(${perEpisode(({ post }) => post)}) as post
       from podcast_requests where ${podcastIn([...new Set(episodes.map(({ podcast }) => podcast))])}
         and episode in (${keys}) and download = 1 and ${sinceHistory(now)} and at < ${atSeconds(now)}
       group by g, distinction, hour)
     group by g, distinction`,
  ).catch(emptyIfMissing([]));
};

export type PodcastListeners = { podcast: PodcastKey; episode: EpisodeKey | ''; listeners: number };

/** Who has downloaded something of these podcasts since a time (ms): of each, of each of their episodes, and of any (''). */
export const podcastListeners = async (
  clickhouse: ClickHouseClient,
  { podcasts, since }: { podcasts: readonly PodcastKey[]; since: number },
): Promise<PodcastListeners[]> =>
  podcasts.length === 0
    ? []
    : await queryRows<PodcastListeners>(
        clickhouse,
        `select podcast, episode, toFloat64(uniqMerge(listeners)) as listeners from podcast_quarters
         where ${podcastIn(podcasts)} and at >= toDateTime(${String(Math.floor(since / 1000))}, 'UTC')
         group by grouping sets ((), (podcast), (podcast, episode))`,
      ).catch(emptyIfMissing([]));

/** Whose downloads are counted, and since when (ms). */
type Downloads = { podcasts: readonly PodcastKey[]; since: number };
export type PlaceListeners = { name: string; listeners: number };

const mostPlaces = 500;
const fromDownloads = ({ podcasts, since }: Downloads): string =>
  `from podcast_requests where ${podcastIn(podcasts)} and at >= toDateTime64(${String(since / 1000)}, 3, 'UTC') and download = 1`;

/** Who downloaded something of these podcasts, by country, by region of a country or by city of a region, most first. */
export const downloadersWithin = async (
  clickhouse: ClickHouseClient,
  of: Downloads,
  place: readonly string[],
): Promise<PlaceListeners[]> => {
  const column = placeColumns[place.length];
  if (of.podcasts.length === 0 || column === undefined) return [];
  const within = place.map((name, i) => ` and ${placeColumns[i]!} = ${literal(name)}`).join('');
  return await queryRows<PlaceListeners>(
    clickhouse,
    `select toString(${column}) as name, toFloat64(uniq(listener)) as listeners ${fromDownloads(of)}${within}
     group by name having name != '' order by listeners desc, name limit ${String(mostPlaces)}`,
  ).catch(emptyIfMissing([]));
};

/** Regions and cities whose name contains a text, as `country\tregion\tcity` (the city may be ''), with who downloaded there. */
export const searchDownloaders = async (
  clickhouse: ClickHouseClient,
  of: Downloads,
  search: string,
): Promise<PlaceListeners[]> => {
  if (of.podcasts.length === 0) return [];
  const matches = (column: string) => `positionCaseInsensitiveUTF8(${column}, ${literal(search)}) > 0`;
  const found = (city: string, column: string) => `select concat(country, '\\t', region, '\\t', ${city}) as name,
    toFloat64(uniq(listener)) as listeners ${fromDownloads(of)} and ${matches(column)} group by name`;
  return await queryRows<PlaceListeners>(
    clickhouse,
    `select name, listeners from (${found(`''`, 'region')} union all ${found('city', 'city')})
     order by listeners desc, name limit ${String(mostPlaces)}`,
  ).catch(emptyIfMissing([]));
};
