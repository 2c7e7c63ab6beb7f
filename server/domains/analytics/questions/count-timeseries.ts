import type { ClickHouseClient } from '@clickhouse/client';
import { query } from '#server/platform/clickhouse/bind.ts';
import type { Period } from '#server/platform/period.ts';
import { openBuckets, openParams, openTable, withOpen } from '../open-slices.ts';
import { minutesTouched, sketchOf, timeSketches } from '../table-columns.ts';
import {
  bucketRangeParams,
  countColumns,
  fewestBuckets,
  inBucketRanges,
  inRanges,
  longestBuckets,
  rangeParams,
  stationParams,
  type BucketRange,
  type CountsBy,
  type Stations,
  type StatsScope,
} from './scope.ts';

/**
 * What is counted: the totals of some periods, the buckets of others, the total of a part of the previous period, and each
 * station's part of a period.
 */
type CountTargets = Record<'totals' | 'buckets', readonly Period[]> &
  Record<'comparable' | 'ofStations', Period | undefined>;
type Counted = 'total' | 'bucket' | 'comparable' | 'station';
/** The rows of the rollup from which one of these is added up; `by` is when a total begins. */
type CountedRange = BucketRange & { counted: Counted; by: number };

/**
 * Counts the totals of periods and each bucket with listening (minute reports use countMinutes); `by` is where a period
 * or bucket begins, or a station. The rollup is read once: a row counts in each of the ranges it lies in, such as today's in
 * the bucket of today and in the total. Open sessions count in the quarter hour in which their slices began.
 */
export const countTimeseries = async (
  clickhouse: ClickHouseClient,
  { stations, open, size }: StatsScope,
  { totals, buckets, comparable, ofStations }: CountTargets,
): Promise<Record<Counted, CountsBy[]>> => {
  const bucketed = buckets.filter(({ frequency }) => frequency !== 'minute');
  const ranges: CountedRange[] = [
    ...totals.flatMap((period) => rangesOfTotal(stations, 'total', period)),
    ...bucketed.map((period) => ({ ...longestBuckets(stations, period), counted: 'bucket' as const, by: 0 })),
    ...(comparable ? rangesOfTotal(stations, 'comparable', comparable) : []),
    ...(ofStations ? rangesOfTotal(stations, 'station', ofStations) : []),
  ];
  if (ranges.length === 0) return noCounts;
  const sketch = sketchOf(timeSketches, size);
  const columns = 'at, ms, connected, disconnected, impressions, thirdQuartile, open_at_start';
  const rows = await query<CountsBy & { counted: Counted }>(
    clickhouse,
    `select toString(range.1) as counted, if(counted = 'station', one_station, toString(start)) as by, ${countColumns},
      ${sketch.count('who')} as uniques,
      toFloat64(sum(connected) + sumIf(open_at_start, toUnixTimestamp(at) = start)) as connections
    from (
      select minutes, toString(station) as station, ${columns}, ${sketch.column} as who
      from listening_buckets
      where ${inBucketRanges(ranges)}
      ${withOpen(open, `union all select 0, station, ${columns}, who from ${openBuckets(sketch)}`)}
    ) array join {ranges:Array(Tuple(String, UInt16, Int64, Int64, Int64))} as range
    where toUnixTimestamp(at) >= range.3 and toUnixTimestamp(at) < range.4
      and (minutes = range.2 ${withOpen(open, "or minutes = 0 and range.1 != 'comparable'")})
    group by range.1, if(range.1 = 'station', station, '') as one_station,
      if(range.1 = 'bucket', roundDown(toUnixTimestamp(at), {starts:Array(Int64)}), range.5) as start`,
    {
      ...{ ...bucketRangeParams(stations, ranges), ...openParams(open) },
      ranges: ranges.map((one) => [one.counted, one.minutes, one.start / 1000, one.end / 1000, one.by / 1000]),
      starts: bucketed.length === 0 ? [0] : bucketed.flatMap(({ starts }) => starts.map((start) => start / 1000)),
    },
  );
  return { ...noCounts, ...Object.groupBy(rows, ({ counted }) => counted) };
};

/** What countTimeseries returns where there is nothing. */
export const noCounts: Record<Counted, CountsBy[]> = { total: [], bucket: [], comparable: [], station: [] };

const rangesOfTotal = (stations: Stations, counted: Counted, period: Period): CountedRange[] =>
  fewestBuckets(stations, period).map((range) => ({ ...range, counted, by: period.start }));

/** `by` is a bucket's start (seconds since the epoch). */
export type PeakBy = { by: string; peak: number };

/** The most listeners within one minute of each bucket of these periods, and within one of a part of the previous period. */
export const countPeaks = async (
  clickhouse: ClickHouseClient,
  { stations, open }: StatsScope,
  periods: readonly Period[],
  comparable: Period | undefined,
): Promise<{ buckets: PeakBy[]; comparable: number }> => {
  const ranges = comparable === undefined ? periods : [...periods, comparable];
  if (ranges.length === 0) return { buckets: [], comparable: 0 };
  const starts = [...new Set(ranges.flatMap((period) => period.starts))].toSorted((a, b) => a - b);
  const rows = await query<PeakBy & { comparable: number }>(
    clickhouse,
    `select toString(roundDown(toUnixTimestamp(at), {starts:Array(Int64)})) as by, toFloat64(max(concurrent)) as peak,
      toFloat64(maxIf(concurrent, at >= {comparable_start:DateTime} and at < {comparable_end:DateTime})) as comparable
    from (
      select at, sum(listeners) as concurrent
      from (
        select at, listeners
        from listening_minutes
        where station in {rows:Array(String)} and ${inRanges('at', 'range', ranges)}
        ${withOpen(
          open,
          `union all
        select toDateTime(arrayJoin(${minutesTouched('since_ms', 'until_ms')}) * 60, 'UTC') as at, toUInt64(1) as listeners
        from ${openTable}`,
        )}
      )
      ${withOpen(open, `where ${inRanges('at', 'range', ranges)}`)}
      group by at
    )
    group by by`,
    {
      ...{ ...stationParams(stations), ...rangeParams('range', ranges), ...openParams(open) },
      ...{ comparable_start: comparable?.start ?? 0, comparable_end: comparable?.end ?? 0 },
      starts: starts.map((time) => time / 1000),
    },
  );
  const isOfPeriod = ({ by }: PeakBy): boolean =>
    periods.some(({ start, end }) => Number(by) * 1000 >= start && Number(by) * 1000 < end);
  return { buckets: rows.filter(isOfPeriod), comparable: Math.max(0, ...rows.map((row) => row.comparable)) };
};
