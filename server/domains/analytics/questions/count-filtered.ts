import type { ClickHouseClient } from '@clickhouse/client';
import { query } from '#server/platform/clickhouse/bind.ts';
import type { Period, TimeRange } from '#server/platform/period.ts';
import { openParams, openTable, withOpen } from '../open-slices.ts';
import { lastMinuteOf, minutesTouched } from '../table-columns.ts';
import type { PeakBy } from './count-timeseries.ts';
import { ofStations, stationParams, type CountsBy, type Filter, type StatsScope } from './scope.ts';

/*
 * Statistics of the listeners that match a filter. Rollups hold one dimension each and no combinations, so these are
 * counted from slices and spots, which exist as long as single sessions are stored.
 */

export type FilteredScope = StatsScope & { filter: Filter };

/** Whether only those listeners count who match a filter. */
export const isFiltered = (request: StatsScope): request is FilteredScope => request.filter !== undefined;

/** Parameters of slices and spots that match, in a range. */
const paramsOf = ({ stations, open, filter }: FilteredScope, { start, end }: TimeRange) => ({
  ...{ ...stationParams(stations), ...openParams(open), ...filter.params, start, end },
});

/** Stored and open slices that match and began within the range. */
const matchingSlices = ({ open, filter }: FilteredScope): string => `(
      select toString(slices.station) as station, toUnixTimestamp64Milli(since) as since_ms,
        toUnixTimestamp64Milli(until) as until_ms, first, last, address
      from slices
      where ${ofStations} and since >= {start:DateTime} and since < {end:DateTime} and ${filter.sql}
      ${withOpen(
        open,
        `union all
      select station, since_ms, until_ms, toUInt8(n = 0) as first, toUInt8(0) as last, address
      from ${openTable}
      where since_ms >= toInt64(toUnixTimestamp({start:DateTime})) * 1000
        and since_ms < toInt64(toUnixTimestamp({end:DateTime})) * 1000 and ${filter.sql}`,
      )})`;

/** Slices and spots that match as rows to be added up; `open_at` is the quarter hour in which a session was already open. */
const matchingRows = (request: FilteredScope): string => `(
      select station, toUInt32(intDiv(since_ms, 1000)) as second, toUInt64(greatest(0, until_ms - since_ms)) as ms,
        toUInt64(first) as connected, toUInt64(last) as disconnected, toUInt8(1) as is_slice, address,
        toUInt32(if(first = 0, intDiv(since_ms, 900000) * 900, 0)) as open_at,
        toUInt64(0) as impressions, toUInt64(0) as thirdQuartile
      from ${matchingSlices(request)}
      union all
      select toString(spots.station) as station, toUnixTimestamp(at) as second, toUInt64(0) as ms, toUInt64(0) as connected,
        toUInt64(0) as disconnected, toUInt8(0) as is_slice, toUInt64(0) as address, toUInt32(0) as open_at,
        toUInt64(quartile = 0) as impressions, toUInt64(quartile = 3) as thirdQuartile
      from spots
      where ${ofStations} and at >= {start:DateTime} and at < {end:DateTime} and ${request.filter.sql})`;

const sums = `toFloat64(sum(ms)) as ms, toFloat64(sum(connected)) as connected,
      toFloat64(sum(disconnected)) as disconnected, toFloat64(sum(impressions)) as impressions,
      toFloat64(sum(thirdQuartile)) as thirdQuartile`;
const columns = `${sums}, toFloat64(uniqIf(address, is_slice)) as uniques`;

/** A row also has its period's start, in seconds since the epoch. */
type FilteredCounts = Record<'totals' | 'buckets' | 'stations', (CountsBy & { periodStart: number })[]>;

/**
 * The totals of consecutive periods, their buckets (except by minute) and, if wanted, what each station adds to each period.
 * Slices are added up by bucket and station first, so that each is counted once and not for the total again.
 */
export const countFiltered = async (
  clickhouse: ClickHouseClient,
  request: FilteredScope,
  periods: readonly Period[],
  byStation?: 'by station',
): Promise<FilteredCounts> => {
  const range = { start: periods[0]!.start, end: periods.at(-1)!.end };
  const byMinute = periods[0]!.frequency === 'minute';
  const periodStarts = periods.map(({ start }) => start / 1000);
  const rows = await query<CountsBy & { counted: keyof FilteredCounts; periodStart: number }>(
    clickhouse,
    `select multiIf(grouping(bucket) = 0, 'buckets', ${byStation ? "grouping(one_station) = 0, 'stations', " : ''}'totals') as counted,
      multiIf(counted = 'buckets', toString(bucket), ${byStation ? "counted = 'stations', one_station, " : ''}toString(period)) as by,
      toFloat64(period) as periodStart, ${sums}, toFloat64(uniqMerge(who)) as uniques,
      toFloat64(sum(connected) + if(counted = 'buckets', sum(open_in_bucket), sum(open_in_period))) as connections
    from (
      select roundDown(second, {periods:Array(Int64)}) as period, roundDown(second, {starts:Array(Int64)}) as bucket,
        ${byStation ? 'station' : `''`} as one_station, sum(ms) as ms, sum(connected) as connected, sum(disconnected) as disconnected,
        sum(impressions) as impressions, sum(thirdQuartile) as thirdQuartile, uniqStateIf(address, is_slice) as who,
        sum(toUInt64(open_at = period)) as open_in_period, sum(toUInt64(open_at = bucket)) as open_in_bucket
      from ${matchingRows(request)}
      group by period, bucket, one_station
    )
    group by grouping sets ((period), (period, bucket)${byStation ? ', (period, one_station)' : ''})`,
    {
      ...{ ...paramsOf(request, range), periods: periodStarts },
      starts: byMinute ? periodStarts : periods.flatMap(({ starts }) => starts.map((start) => start / 1000)),
    },
  );
  return { ...noFiltered, ...Object.groupBy(rows, ({ counted }) => counted) };
};

/** What countFiltered returns where there is nothing. */
export const noFiltered: FilteredCounts = { totals: [], buckets: [], stations: [] };

/** Listeners by minute of the period; each session counts in every minute it lasted. */
export const countFilteredMinutes = async (clickhouse: ClickHouseClient, request: FilteredScope): Promise<CountsBy[]> =>
  await query<CountsBy>(
    clickhouse,
    `select toString(toUnixTimestamp(minute_at)) as by, ${columns}, toFloat64(countIf(is_slice)) as connections
    from (
      select toDateTime(minute * 60, 'UTC') as minute_at,
        toUInt64(greatest(0, least(until_ms, (minute + 1) * 60000) - greatest(since_ms, minute * 60000))) as ms,
        toUInt64(first and minute = intDiv(since_ms, 60000)) as connected,
        toUInt64(last and minute = ${lastMinuteOf('since_ms', 'until_ms')}) as disconnected, toUInt8(1) as is_slice, address,
        toUInt64(0) as impressions, toUInt64(0) as thirdQuartile
      from ${matchingSlices(request)}
      array join ${minutesTouched('since_ms', 'until_ms')} as minute
      union all
      select toStartOfMinute(toDateTime(at, 'UTC')) as minute_at, toUInt64(0) as ms, toUInt64(0) as connected,
        toUInt64(0) as disconnected, toUInt8(0) as is_slice, toUInt64(0) as address, toUInt64(quartile = 0) as impressions,
        toUInt64(quartile = 3) as thirdQuartile
      from spots
      where ${ofStations} and at >= {start:DateTime} and at < {end:DateTime} and ${request.filter.sql}
    )
    where minute_at >= {start:DateTime} and minute_at < {end:DateTime}
    group by minute_at`,
    paramsOf(request, request.period),
  );

/**
 * The most listeners within one minute of each bucket. Slices end at every quarter hour, where buckets begin, so that a
 * running sum of their beginnings and ends has a row at each bucket's start.
 */
export const filteredPeaks = async (clickhouse: ClickHouseClient, request: FilteredScope): Promise<PeakBy[]> =>
  await query<PeakBy>(
    clickhouse,
    `select toString(roundDown(second, {starts:Array(Int64)})) as by, toFloat64(max(listeners)) as peak
    from (
      select toUInt32(edge.1 * 60) as second, sum(sum(edge.2)) over (order by edge.1) as listeners
      from (
        select arrayJoin([(intDiv(since_ms, 60000), toInt64(1)),
          (${lastMinuteOf('since_ms', 'until_ms')} + 1, toInt64(-1))]) as edge
        from ${matchingSlices(request)}
      )
      group by edge.1
    )
    where second < {end_second:Int64}
    group by by`,
    {
      ...{ ...paramsOf(request, request.period), end_second: request.period.end / 1000 },
      starts: request.period.starts.map((start) => start / 1000),
    },
  );

/** The stations with the longest listening in the period. */
export const countFilteredStations = async (
  clickhouse: ClickHouseClient,
  request: FilteredScope,
  most: number,
): Promise<CountsBy[]> =>
  await query<CountsBy>(
    clickhouse,
    `select station as by, ${columns},
      toFloat64(sum(connected) + sum(toUInt64(open_at = {start_second:Int64}))) as connections
    from ${matchingRows(request)}
    group by station order by sum(ms) desc, connections desc, station limit {most:UInt32}`,
    { ...paramsOf(request, request.period), start_second: request.period.start / 1000, most },
  );
