import type { ClickHouseClient } from '@clickhouse/client';
import { bind } from '#server/platform/clickhouse/bind.ts';
import { queryRows } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { openParams, openBuckets } from '../open-slices.ts';
import { timeSketches } from '../table-columns.ts';
import {
  bucketOf,
  countColumns,
  fewestBuckets,
  inBuckets,
  inFewestBuckets,
  longestBuckets,
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
export const totalOf = ({ stations, period, size, open }: StatsScope): string => {
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
