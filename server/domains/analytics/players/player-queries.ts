import type { ClickHouseClient } from '@clickhouse/client';
import type { PlayerKey, StationKey } from '#contract/rules/keys.ts';
import { bucketOf, literal, queryRows, stationIn, within } from '#server/platform/clickhouse/query.ts';
import type { Period, TimeRange } from '#server/platform/period.ts';
import { groupingSets } from '../grouped-by.ts';
import { openSource, type OpenSlice } from '../open-slices.ts';

/** A player's numbers of one kind of group; `name` is a bucket's start (seconds), a website, a station or a country. */
type Grouped = { kind: 'total' | 'bucket' | 'site' | 'station' | 'country'; name: string };
export type HeardRow = Grouped & { ms: number; plays: number; uniques: number };
export type ReportedRow = Grouped & {
  loads: number;
  views: number;
  stalls: number;
  reconnects: number;
  silence_ms: number;
  starts: number;
  /** Of episodes. */
  begun: number;
  listened_ms: number;
  /** Time to sound, ms: the median, and what 95 of 100 starts stay within. */
  start_ms: [number, number];
};

export type PlayerScope = {
  player: PlayerKey;
  /** Of the player's account; what names the player but is heard of other stations is not its own. */
  stations: readonly StationKey[];
  /** Only this website. */
  site: string | undefined;
  period: Period;
  open: readonly OpenSlice[];
};

const by = groupingSets(['bucket', 'site', 'station', 'country']);
const grouped = 'toString(site) as by_site, toString(station) as by_station, toString(country) as by_country';
const byBucket = (second: string, { starts }: Period): string => `toString(${bucketOf(second, starts)}) as by_bucket`;
const ofSite = (site: string | undefined): string => (site === undefined ? '1' : `site = ${literal(site)}`);

/** Listening with a player in a period, with that of current listeners: in total, by bucket, website, station and country. */
export const countHeard = async (
  clickhouse: ClickHouseClient,
  { player, stations, site, period, open }: PlayerScope,
): Promise<HeardRow[]> => {
  const ofPlayer = `embed = ${literal(player)} and ${ofSite(site)}`;
  const stored = `select toUInt32(toUnixTimestamp(at)) as second, site, station, country, ms, connected, addresses
    from player_sums where ${ofPlayer} and ${stationIn(stations)} and ${within(period)}`;
  const source = openSource(stations, open);
  const now =
    source === undefined
      ? []
      : [
          `select toUInt32(intDiv(since_ms, 900000) * 900) as second, site, station, country,
            sum(toUInt64(until_ms - since_ms)) as ms, sum(toUInt64(n = 0)) as connected, uniqState(address) as addresses
          from ${source} where ${ofPlayer} group by second, site, station, country`,
        ];
  return await queryRows<HeardRow>(
    clickhouse,
    `select ${by.columns}, toFloat64(sum(ms)) as ms, toFloat64(sum(connected)) as plays,
      toFloat64(uniqMerge(addresses)) as uniques
    from (select ${byBucket('second', period)}, ${grouped}, ms, connected, addresses
      from (${[stored, ...now].join(' union all ')})
      where second >= ${period.start / 1000} and second < ${period.end / 1000})
    ${by.grouping}`,
  );
};

const countOf = (event: string, column = 'n'): string => `toFloat64(sumIf(${column}, event = '${event}'))`;

/** What a player reported in a period, grouped in the same way. */
export const countReported = async (
  clickhouse: ClickHouseClient,
  { player, stations, site, period }: PlayerScope,
): Promise<ReportedRow[]> =>
  await queryRows<ReportedRow>(
    clickhouse,
    `select ${by.columns}, ${countOf('load')} as loads, ${countOf('view')} as views, ${countOf('stall')} as stalls,
      ${countOf('reconnect')} as reconnects, ${countOf('stall', 'ms')} as silence_ms, ${countOf('start')} as starts,
      ${countOf('play')} as begun, ${countOf('listen', 'ms')} as listened_ms,
      arrayMap(found -> if(isNaN(found), 0, found * ${stepMs}),
        quantilesExactWeightedIf(0.5, 0.95)(toFloat64(step), n, event = 'start')) as start_ms
    from (select ${byBucket('toUInt32(toUnixTimestamp(at))', period)}, ${grouped}, event, step, n, ms
      from player_counts
      where event <> 'refused' and ${reportedBy(player, stations, period)} and ${ofSite(site)})
    ${by.grouping}`,
  );

/** The websites that a browser kept from showing a player, with how often; the most frequent first. */
export const countRefused = async (
  clickhouse: ClickHouseClient,
  { player, stations, period }: PlayerScope,
  most: number,
): Promise<{ site: string; loads: number }[]> =>
  await queryRows(
    clickhouse,
    `select toString(site) as site, toFloat64(sum(n)) as loads from player_counts
    where event = 'refused' and ${reportedBy(player, stations, period)}
    group by site order by loads desc, site limit ${most}`,
  );

const reportedBy = (player: PlayerKey, stations: readonly StationKey[], range: TimeRange): string =>
  `embed = ${literal(player)} and ${stationIn(stations)} and ${within(range)}`;

/** Times to sound are counted in steps of this, ms. */
export const stepMs = 50;

type Recent = {
  player: string;
  plays: number;
  uniques: number;
  sites: number;
  ms: number;
  /** How many days ago, 24 hours each before the end of the range, and the plays then; days without any are left out. */
  by_day: [number[], number[]];
  top_sites: string[];
};

/** Websites that a list names. */
const topSites = 3;

/** Plays in total and by day, listeners, websites and ms of listening of several players in a range of time, by one query. */
export const countEach = async (
  clickhouse: ClickHouseClient,
  players: readonly PlayerKey[],
  stations: readonly StationKey[],
  range: TimeRange,
): Promise<Recent[]> => {
  const which = `embed in (${players.map(literal).join(',')}) and ${stationIn(stations)} and ${within(range)}`;
  const ofEpisode = (event: string, column: string): string => `toUInt64(if(event = '${event}', ${column}, 0))`;
  const day = `toUInt16(intDiv(${range.end / 1000} - 1 - toUnixTimestamp(at), 86400)) as day`;
  return await queryRows<Recent>(
    clickhouse,
    `select toString(embed) as player, toFloat64(sum(plays)) as plays, toFloat64(uniqMerge(who)) as uniques,
      toFloat64(uniqExactIf(site, site <> '')) as sites, toFloat64(sum(ms)) as ms, sumMap([day], [played]) as by_day,
      sumMapIf([toString(site)], [listened], site <> '') as by_site,
      arraySlice(arrayReverseSort((name, found) -> found, by_site.1, by_site.2), 1, ${topSites}) as top_sites
    from (
      select embed, site, ${day}, connected as plays, ms, addresses as who, toFloat64(connected) as played,
        toFloat64(ms) as listened
      from player_sums where ${which}
      union all
      select embed, site, day, ${ofEpisode('play', 'n')} as plays, ${ofEpisode('listen', 'ms')} as ms,
        uniqStateIf(toUInt64(0), 0) as who, toFloat64(plays) as played, toFloat64(ms) as listened
      from (select embed, site, event, ${day}, sum(n) as n, sum(ms) as ms from player_counts
        where event in ('play', 'listen') and ${which} group by embed, site, event, day)
      group by embed, site, event, day, n, ms
    ) group by embed`,
  );
};
