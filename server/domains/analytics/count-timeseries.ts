import type { ClickHouseClient } from '@clickhouse/client';
import { queryRows, bucketOf } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { countColumns, listeningRows, type CountsBy, type StatsScope } from './listening-rows.ts';
import { sketchOf } from './size.ts';
import { timeSketches } from './table-columns.ts';
import { daysAndEnds } from './time-ranges.ts';

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

/** The total of a period, `by` its start; no row where nobody listened. */
export const totalOf = (scope: StatsScope): string => {
  const { period, size } = scope;
  const start = period.start / 1000;
  return `select 1 as isTotal, '${start}' as by, ${countColumns},
      ${sketchOf(timeSketches, size).count('who')} as uniques,
      toFloat64(sum(connected) + sumIf(open_at_start, second = ${start})) as connections
    from ${listeningRows(scope, daysAndEnds(period))}
    having count() > 0`;
};

const bucketsOf = (scope: StatsScope): string => {
  const { period, size } = scope;
  return `select 0 as isTotal, toString(bucket) as by, ${countColumns},
      ${sketchOf(timeSketches, size).count('who')} as uniques,
      toFloat64(sum(connected) + sumIf(open_at_start, second = bucket)) as connections
    from (
      select *, ${bucketOf('second', period.starts)} as bucket
      from ${listeningRows(scope, [[...period.starts, period.end]])}
    ) group by bucket`;
};
