import type { ClickHouseClient } from '@clickhouse/client';
import { bucketOf, emptyIfNeverRecorded, queryRows } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { totalOf } from './count-timeseries.ts';
import { minuteRows, type CountsBy, type StatsScope } from './listening-rows.ts';

/** `by` is a bucket's start (seconds since the epoch). */
export type PeakBy = { by: string; peak: number };

/** The most listeners within one minute of each bucket. */
export const peaksPerBucket = async (clickhouse: ClickHouseClient, scope: StatsScope): Promise<PeakBy[]> =>
  await queryRows<PeakBy>(
    clickhouse,
    `select toString(${bucketOf('second', scope.period.starts)}) as by, toFloat64(max(concurrent)) as peak
    from (
      select second, sum(listeners) as concurrent from ${minuteRows(scope, 'listeners')} group by second
    ) group by by`,
  );

export type ComparablePart = { period: Period; total: CountsBy | undefined; peak: number };

/** The total and the peak of a part of the previous period. Nobody who is connected now belongs to it. */
export const countComparable = async (clickhouse: ClickHouseClient, asked: StatsScope): Promise<ComparablePart> => {
  const { period, stations } = asked;
  if (stations.length === 0) return { period, total: undefined, peak: 0 };
  const scope = { ...asked, open: [] };
  const [total] = await queryRows<CountsBy & { peak: number }>(
    clickhouse,
    `select *, (
      select toFloat64(max(concurrent))
      from (select second, sum(listeners) as concurrent from ${minuteRows(scope, 'listeners')} group by second)
    ) as peak
    from (${totalOf(scope)})`,
  ).catch(emptyIfNeverRecorded(clickhouse, []));
  return { period, total, peak: total?.peak ?? 0 };
};
