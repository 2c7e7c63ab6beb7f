import type { ClickHouseClient } from '@clickhouse/client';
import { adPositions, type AdPosition, type Rule, type Target } from '#contract/campaign.ts';
import type { AccountKey, EpisodeKey, PodcastKey, StationKey } from '#contract/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { emptyIfMissing, literal, queryRows } from '#server/platform/clickhouse/query.ts';
import { segmentsOf } from '../check-targets.ts';

/** A podcast of an account with what rules compare of it. */
export type SupplyPodcast = { key: PodcastKey; station_key: StationKey | null; language: string };

const mostPodcasts = 1000;

export const podcastsOfAccount = async (db: Db, account: AccountKey): Promise<SupplyPodcast[]> =>
  await db
    .selectFrom('podcasts')
    .select(['key', 'station_key', 'language'])
    .where('account_key', '=', account)
    .orderBy('key')
    .limit(mostPodcasts)
    .execute();

/** Downloads of an episode on a day of the week (1 is Monday), for each position those that meet all rules there. */
export type DownloadDay = { episode: EpisodeKey; weekday: number } & Record<AdPosition, number>;

const podcastIn = (keys: readonly PodcastKey[]): string =>
  keys.length === 0 ? '0' : `podcast in (${keys.map(literal).join(',')})`;

/** The counted downloads of these podcasts in a period, by episode and day of the week. */
export const downloadsByDay = async (
  clickhouse: ClickHouseClient,
  podcasts: readonly SupplyPodcast[],
  rules: readonly Rule[],
  { start, end, offsetS }: { start: number; end: number; offsetS: number },
): Promise<DownloadDay[]> => {
  if (podcasts.length === 0) return [];
  const seconds = (ms: number) => `toDateTime64(${String(ms / 1000)}, 3, 'UTC')`;
  const counts = adPositions.map((position) => {
    const conditions = rules.map((rule) => ruleCondition(rule, position, podcasts));
    return `toFloat64(countIf(${['1', ...conditions].join(' and ')})) as ${position}`;
  });
  return await queryRows<DownloadDay>(
    clickhouse,
    `select episode, toFloat64(toDayOfWeek(addSeconds(at, ${String(offsetS)}))) as weekday, ${counts.join(', ')}
     from podcast_requests where ${podcastIn(podcasts.map(({ key }) => key))} and download = 1
       and at >= ${seconds(start)} and at < ${seconds(end)}
     group by episode, weekday having ${adPositions.join(' + ')} > 0`,
  ).catch(emptyIfMissing([]));
};

const placeColumns = ['country', 'region', 'city'] as const;

const ruleCondition = ({ targets, isNegated }: Rule, position: AdPosition, podcasts: readonly SupplyPodcast[]) =>
  `${isNegated ? 'not ' : ''}(${targets.map((target) => targetCondition(target, position, podcasts)).join(' or ')})`;

const targetCondition = (target: Target, position: AdPosition, podcasts: readonly SupplyPodcast[]): string => {
  const segments = segmentsOf(target) ?? [];
  const [first = '', second] = segments;
  const those = (matches: (podcast: SupplyPodcast) => boolean): string =>
    podcastIn(podcasts.filter(matches).map(({ key }) => key));
  const isNamed = (column: string, name: string): string => `lowerUTF8(${column}) = ${literal(name.toLowerCase())}`;
  switch (target.type) {
    case 'location':
      return `(${segments.flatMap((name, i) => (name === '' ? [] : isNamed(placeColumns[i]!, name))).join(' and ')})`;
    case 'device':
      return second === undefined
        ? isNamed('device', first)
        : `(${isNamed('device', first)} and ${isNamed('os', second)})`;
    case 'player':
      return isNamed('app', first);
    case 'podcast':
      return `(podcast = ${literal(first)}${second === undefined ? '' : ` and episode = ${literal(second)}`})`;
    case 'station':
      return those(({ station_key }) => station_key === first);
    case 'language':
      return those(({ language }) => language.toLowerCase() === first.toLowerCase());
    case 'output':
      return first === 'podcast' ? '1' : '0';
    case 'position':
      return first === position ? '1' : '0';
    case 'category':
      return '0';
  }
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
