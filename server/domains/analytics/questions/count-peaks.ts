import type { ClickHouseClient } from '@clickhouse/client';
import { bind, query } from '#server/platform/clickhouse/bind.ts';
import { emptyIfNeverRecorded, queryRows } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { openParams, openTable, withOpen } from '../open-slices.ts';
import { minutesTouched } from '../table-columns.ts';
import { totalOf } from './count-timeseries.ts';
import { bucketOf, stationParams, type CountsBy, type StatsScope } from './scope.ts';

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
