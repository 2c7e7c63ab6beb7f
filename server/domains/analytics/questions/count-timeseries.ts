import type { ClickHouseClient } from '@clickhouse/client';
import { bind, query, type Params } from '#server/platform/clickhouse/bind.ts';
import { queryRows } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { openBuckets, openParams, openTable, withOpen } from '../open-slices.ts';
import { minutesTouched, sketchOf, timeSketches } from '../table-columns.ts';
import {
  countColumns,
  fewestBuckets,
  inBuckets,
  inFewestBuckets,
  inRanges,
  longestBuckets,
  rangeParams,
  stationParams,
  type CountsBy,
  type StatsScope,
} from './scope.ts';

/** What is counted: the totals of some periods, the buckets of others, and the total of a part of the previous period. */
type CountTargets = { totals: readonly Period[]; buckets: readonly Period[]; comparable: Period | undefined };
type Counted = 'total' | 'bucket' | 'comparable';

/**
 * Counts the totals of periods and each bucket with listening (minute reports use countMinutes); `by` is where a period
 * or bucket begins.
 */
export const countTimeseries = async (
  clickhouse: ClickHouseClient,
  scope: StatsScope,
  { totals, buckets, comparable }: CountTargets,
): Promise<Record<'totals' | 'buckets' | 'comparable', CountsBy[]>> => {
  const counts = [
    ...totals.map((period) => countsByStart(scope, 'total', totalOf(scope, period))),
    ...buckets
      .filter(({ frequency }) => frequency !== 'minute')
      .map((period) => countsByStart(scope, 'bucket', bucketsOf(scope, period))),
    // Nobody who is connected now belongs to it.
    ...(comparable ? [countsByStart({ ...scope, open: [] }, 'comparable', totalOf(scope, comparable))] : []),
  ];
  if (counts.length === 0) return { totals: [], buckets: [], comparable: [] };
  const rows = await queryRows<CountsBy & { counted: Counted }>(clickhouse, counts.join(' union all '));
  const of = (counted: Counted): CountsBy[] => rows.filter((row) => row.counted === counted);
  return { totals: of('total'), buckets: of('bucket'), comparable: of('comparable') };
};

/** Which rows of the rollup are added up (`inFewestBuckets` or `inBuckets`), and by which starts: a total has one. */
type Which = { rows: string; params: Params };

const totalOf = ({ stations }: StatsScope, period: Period): Which => ({
  rows: inFewestBuckets,
  params: { ...fewestBuckets(stations, period), starts: [period.start / 1000] },
});

const bucketsOf = ({ stations }: StatsScope, period: Period): Which => ({
  rows: inBuckets,
  params: longestBuckets(stations, period),
});

/** The statement: a row of each start with listening. Open sessions count in the quarter hour in which their slices began. */
const countsByStart = ({ open, size }: StatsScope, counted: Counted, { rows, params }: Which): string => {
  const sketch = sketchOf(timeSketches, size);
  return bind(
    `select {counted:String} as counted,
      toString(roundDown(toUnixTimestamp(at), {starts:Array(Int64)}) as bucket) as by, ${countColumns},
      ${sketch.count('who')} as uniques,
      toFloat64(sum(connected) + sumIf(open_at_start, toUnixTimestamp(at) = bucket)) as connections
    from (
      select station, at, ms, connected, disconnected, impressions, thirdQuartile, open_at_start, ${sketch.column} as who
      from listening_buckets
      where ${rows}
      ${openBuckets(open, sketch)}
    )
    group by bucket`,
    { ...params, ...openParams(open), counted },
  );
};

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
