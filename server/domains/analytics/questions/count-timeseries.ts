import type { ClickHouseClient } from '@clickhouse/client';
import { bind, query } from '#server/platform/clickhouse/bind.ts';
import { emptyIfNeverRecorded, queryRows } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { openBuckets, openParams, openTable, withOpen } from '../open-slices.ts';
import { minutesTouched, timeSketches } from '../table-columns.ts';
import {
  bucketOf,
  countColumns,
  fewestBuckets,
  inBuckets,
  inFewestBuckets,
  longestBuckets,
  stationParams,
  type CountsBy,
  type StatsScope,
} from './scope.ts';
import { sketchOf } from './size.ts';

/** What one query counts: the totals of some periods and the buckets of others. */
export type CountTargets = { totals: readonly Period[]; buckets: readonly Period[] };

/**
 * Counts the totals of periods and each bucket with listening (minute reports use countMinutes); `by` is where a period
 * or bucket begins.
 */
export const countTimeseries = async (
  clickhouse: ClickHouseClient,
  scope: StatsScope,
  { totals, buckets }: CountTargets,
): Promise<{ totals: CountsBy[]; buckets: CountsBy[] }> => {
  const counts = [
    ...totals.map((period) => totalOf({ ...scope, period })),
    ...buckets.filter(({ frequency }) => frequency !== 'minute').map((period) => bucketsOf({ ...scope, period })),
  ];
  if (counts.length === 0) return { totals: [], buckets: [] };
  const rows = await queryRows<CountsBy & { isTotal: number }>(clickhouse, counts.join(' union all '));
  return { totals: rows.filter(({ isTotal }) => isTotal), buckets: rows.filter(({ isTotal }) => !isTotal) };
};

/** The statement for the total of a period, `by` its start; no row where nobody listened. */
const totalOf = ({ stations, period, size, open }: StatsScope): string => {
  const sketch = sketchOf(timeSketches, size);
  return bind(
    `select 1 as isTotal, toString({start_second:Int64}) as by, ${countColumns}, ${sketch.count('who')} as uniques,
      toFloat64(sum(connected) + sumIf(open_at_start, at = {start:DateTime})) as connections
    from (
      select station, at, ms, connected, disconnected, impressions, thirdQuartile, open_at_start, ${sketch.column} as who
      from listening_buckets
      where ${inFewestBuckets}
      ${openBuckets(open, sketch)}
    ) having count() > 0`,
    { ...fewestBuckets(stations, period), start_second: period.start / 1000, ...openParams(open) },
  );
};

const bucketsOf = ({ stations, period, size, open }: StatsScope): string => {
  const sketch = sketchOf(timeSketches, size);
  return bind(
    `select 0 as isTotal, toString(bucket) as by, ${countColumns}, ${sketch.count('who')} as uniques,
      toFloat64(sum(connected) + sumIf(open_at_start, toUnixTimestamp(at) = bucket)) as connections
    from (
      select *, ${bucketOf('toUnixTimestamp(at)')} as bucket
      from (
        select station, at, ms, connected, disconnected, impressions, thirdQuartile, open_at_start, ${sketch.column} as who
        from listening_buckets
        where ${inBuckets}
        ${openBuckets(open, sketch)}
      )
    ) group by bucket`,
    { ...longestBuckets(stations, period), ...openParams(open) },
  );
};

/** `by` is a bucket's start (seconds since the epoch). */
export type PeakBy = { by: string; peak: number };

/** The most listeners within one minute of each bucket. */
export const peaksPerBucket = async (
  clickhouse: ClickHouseClient,
  { stations, period, open }: StatsScope,
): Promise<PeakBy[]> =>
  await query<PeakBy>(
    clickhouse,
    `select toString(${bucketOf('toUnixTimestamp(at)')}) as by, toFloat64(max(concurrent)) as peak
    from (
      select at, sum(listeners) as concurrent
      from (
        select at, listeners
        from listening_minutes
        where station in {rows:Array(String)} and at >= {start:DateTime} and at < {end:DateTime}
        ${withOpen(
          open,
          `union all
        select toDateTime(arrayJoin(${minutesTouched('since_ms', 'until_ms')}) * 60, 'UTC') as at, toUInt64(1) as listeners
        from ${openTable}`,
        )}
      )
      where at >= {start:DateTime} and at < {end:DateTime}
      group by at
    ) group by by`,
    {
      ...{ ...stationParams(stations), start: period.start, end: period.end, ...openParams(open) },
      starts: period.starts.map((time) => time / 1000),
    },
  );

export type ComparablePart = { period: Period; total: CountsBy | undefined; peak: number };

/** The total and the peak of a part of the previous period. Nobody who is connected now belongs to it. */
export const countComparable = async (clickhouse: ClickHouseClient, asked: StatsScope): Promise<ComparablePart> => {
  const { period, stations } = asked;
  if (stations.length === 0) return { period, total: undefined, peak: 0 };
  const peak = bind(
    `select toFloat64(max(concurrent))
    from (
      select sum(listeners) as concurrent
      from listening_minutes
      where station in {rows:Array(String)} and at >= {start:DateTime} and at < {end:DateTime}
      group by at
    )`,
    { ...stationParams(stations), start: period.start, end: period.end },
  );
  const [total] = await queryRows<CountsBy & { peak: number }>(
    clickhouse,
    `select *, (${peak}) as peak from (${totalOf({ ...asked, open: [] })})`,
  ).catch(emptyIfNeverRecorded(clickhouse, []));
  return { period, total, peak: total?.peak ?? 0 };
};
