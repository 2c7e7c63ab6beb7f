import type { ClickHouseClient } from '@clickhouse/client';
import { query } from '#server/platform/clickhouse/bind.ts';
import { singleThreaded } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { sketchOf, type Size } from '../questions/size.ts';
import { timeSketches } from '../table-columns.ts';
import { subjectOf } from './subjects.ts';

/**
 * The unique listeners of consecutive, fully cached periods, by their start (ms). A recomputed day may still have rows
 * of the earlier computation; they hold no listener that the new one lacks.
 */
export const cachedListeners = async (
  clickhouse: ClickHouseClient,
  stations: readonly string[],
  periods: readonly Period[],
  size: Size,
): Promise<ReadonlyMap<number, number>> => {
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const { column, count } = sketchOf(timeSketches, size);
  const rows = await query<{ start: number; uniques: number }>(
    clickhouse,
    `select toFloat64(roundDown(toUnixTimestamp(at), {starts:Array(Int64)})) as start, ${count(column)} as uniques
    from report_cache
    where step = 'day' and subject = {subject:String} and zone = {zone:String}
      and at >= {start:DateTime} and at < {end:DateTime}
    group by start`,
    {
      ...{ subject: subjectOf(stations), zone: first.zone, start: first.start, end: last.end },
      starts: periods.map(({ start }) => start / 1000),
    },
    singleThreaded,
  );
  return new Map(rows.map(({ start, uniques }) => [start * 1000, uniques]));
};
