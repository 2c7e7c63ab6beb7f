import type { ClickHouseClient } from '@clickhouse/client';
import type { PlayerKey, StationKey } from '#contract/rules/keys.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import type { Period, TimeRange } from '#server/platform/period.ts';
import { groupingSets } from '../stats-breakdown.ts';
import { openParams, openTable, withOpen, type OpenSlice } from '../open-slices.ts';

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
const grouped = `toString(roundDown(toUnixTimestamp(at), {starts:Array(Int64)})) as by_bucket, toString(site) as by_site,
        toString(station) as by_station, toString(country) as by_country`;
const ofPlayer = `embed = {player:String} and station in {stations:Array(String)}`;
const during = 'at >= {start:DateTime} and at < {end:DateTime}';
const ofSite = '({any_site:Bool} or site = {site:String})';

const paramsOf = ({ player, stations, site, period }: Omit<PlayerScope, 'open'>) => ({
  ...{ player, stations, any_site: site === undefined, site: site ?? '', start: period.start, end: period.end },
  starts: period.starts.map((start) => start / 1000),
});

/** Listening with a player in a period, with that of current listeners: in total, by bucket, website, station and country. */
export const countHeard = async (clickhouse: ClickHouseClient, scope: PlayerScope): Promise<HeardRow[]> =>
  await query<HeardRow>(
    clickhouse,
    `select ${by.columns}, toFloat64(sum(ms)) as ms, toFloat64(sum(connected)) as plays,
      toFloat64(uniqMerge(addresses)) as uniques
    from (
      select ${grouped}, ms, connected, addresses
      from (
        select at, site, station, country, ms, connected, addresses
        from player_sums
        where ${ofPlayer} and ${ofSite} and ${during}
        ${withOpen(
          scope.open,
          `union all
        select toDateTime(intDiv(since_ms, 900000) * 900, 'UTC') as at, site, station, country,
          sum(toUInt64(until_ms - since_ms)) as ms, sum(toUInt64(n = 0)) as connected, uniqState(address) as addresses
        from ${openTable}
        where ${ofPlayer} and ${ofSite}
        group by at, site, station, country`,
        )}
      )
      where ${during}
    ) ${by.grouping}`,
    { ...paramsOf(scope), everywhere: false, ...openParams(scope.open) },
  );

const countOf = (event: string, column = 'n'): string => `toFloat64(sumIf(${column}, event = '${event}'))`;

/** What a player reported in a period, grouped in the same way. */
export const countReported = async (
  clickhouse: ClickHouseClient,
  scope: Omit<PlayerScope, 'open'>,
): Promise<ReportedRow[]> =>
  await query<ReportedRow>(
    clickhouse,
    `select ${by.columns}, ${countOf('load')} as loads, ${countOf('view')} as views, ${countOf('stall')} as stalls,
      ${countOf('reconnect')} as reconnects, ${countOf('stall', 'ms')} as silence_ms, ${countOf('start')} as starts,
      ${countOf('play')} as begun, ${countOf('listen', 'ms')} as listened_ms,
      arrayMap(found -> if(isNaN(found), 0, found * ${stepMs}),
        quantilesExactWeightedIf(0.5, 0.95)(toFloat64(step), n, event = 'start')) as start_ms
    from (
      select ${grouped}, event, step, n, ms
      from player_counts
      where event <> 'refused' and ${ofPlayer} and ${during} and ${ofSite}
    ) ${by.grouping}`,
    paramsOf(scope),
  );

/** The websites that a browser kept from showing a player, with how often; the most frequent first. */
export const countRefused = async (
  clickhouse: ClickHouseClient,
  { player, stations, period }: Omit<PlayerScope, 'open'>,
  most: number,
): Promise<{ site: string; loads: number }[]> =>
  await query(
    clickhouse,
    `select toString(site) as site, toFloat64(sum(n)) as loads
    from player_counts
    where event = 'refused' and ${ofPlayer} and ${during}
    group by site order by loads desc, site limit {most:UInt32}`,
    { player, stations, start: period.start, end: period.end, most },
  );

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
): Promise<Recent[]> =>
  await query<Recent>(
    clickhouse,
    `select toString(embed) as player, toFloat64(sum(plays)) as plays, toFloat64(uniqMerge(who)) as uniques,
      toFloat64(uniqExactIf(site, site <> '')) as sites, toFloat64(sum(ms)) as ms, sumMap([day], [played]) as by_day,
      sumMapIf([toString(site)], [listened], site <> '') as by_site,
      arraySlice(arrayReverseSort((name, found) -> found, by_site.1, by_site.2), 1, ${topSites}) as top_sites
    from (
      select embed, site, ${daysAgo}, connected as plays, ms, addresses as who, toFloat64(connected) as played,
        toFloat64(ms) as listened
      from player_sums
      where ${ofPlayers}
      union all
      select embed, site, day, toUInt64(if(event = 'play', n, 0)) as plays, toUInt64(if(event = 'listen', ms, 0)) as ms,
        uniqStateIf(toUInt64(0), 0) as who, toFloat64(plays) as played, toFloat64(ms) as listened
      from (
        select embed, site, event, ${daysAgo}, sum(n) as n, sum(ms) as ms
        from player_counts
        where event in ('play', 'listen') and ${ofPlayers}
        group by embed, site, event, day
      )
      group by embed, site, event, day, n, ms
    ) group by embed`,
    { players, stations, start: range.start, end: range.end },
  );

const ofPlayers = `embed in {players:Array(String)} and station in {stations:Array(String)} and ${during}`;
const daysAgo = `toUInt16(intDiv(toUnixTimestamp({end:DateTime}) - 1 - toUnixTimestamp(at), 86400)) as day`;
