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
  longestBuckets,
  stationParams,
  type CountsBy,
  type StatsScope,
} from './scope.ts';

/** What one query counts: the totals of some periods and the buckets of others. */
type CountTargets = { totals: readonly Period[]; buckets: readonly Period[] };

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
    ...totals.map((period) => countsByStart(scope, totalOf(scope, period))),
    ...buckets
      .filter(({ frequency }) => frequency !== 'minute')
      .map((period) => countsByStart(scope, bucketsOf(scope, period))),
  ];
  if (counts.length === 0) return { totals: [], buckets: [] };
  const rows = await queryRows<CountsBy & { isTotal: number }>(clickhouse, counts.join(' union all '));
  return { totals: rows.filter(({ isTotal }) => isTotal), buckets: rows.filter(({ isTotal }) => !isTotal) };
};

/** Which rows of the rollup are added up (`inFewestBuckets` or `inBuckets`), and by which starts: a total has one. */
type Which = { rows: string; params: Params };

const totalOf = ({ stations }: StatsScope, period: Period): Which => ({
  rows: inFewestBuckets,
  params: { ...fewestBuckets(stations, period), is_total: 1, starts: [period.start / 1000] },
});

const bucketsOf = ({ stations }: StatsScope, period: Period): Which => ({
  rows: inBuckets,
  params: { ...longestBuckets(stations, period), is_total: 0 },
});

/** The statement: a row of each start with listening. Open sessions count in the quarter hour in which their slices began. */
const countsByStart = ({ open, size }: StatsScope, { rows, params }: Which): string => {
  const sketch = sketchOf(timeSketches, size);
  return bind(
    `select {is_total:UInt8} as isTotal,
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
    { ...params, ...openParams(open) },
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
    `select toString(roundDown(toUnixTimestamp(at), {starts:Array(Int64)})) as by, toFloat64(max(concurrent)) as peak
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

/** The total of a period with its peak; undefined where nobody listened. */
export const countComparable = async (
  clickhouse: ClickHouseClient,
  scope: StatsScope,
): Promise<(CountsBy & { peak: number }) | undefined> => {
  const { stations, period } = scope;
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
    `select *, (${peak}) as peak from (${countsByStart(scope, totalOf(scope, period))})`,
  );
  return total;
};
