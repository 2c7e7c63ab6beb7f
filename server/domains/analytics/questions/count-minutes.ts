import type { ClickHouseClient } from '@clickhouse/client';
import { query } from '#server/platform/clickhouse/bind.ts';
import { openParams, openTable, withOpen } from '../open-slices.ts';
import { lastMinuteOf, minutesTouched, minuteSums } from '../table-columns.ts';
import { countColumns, ofStations, stationParams, type CountsBy, type StatsScope } from './scope.ts';

/**
 * Counts by minute: each session counts in every minute it lasted. Where single sessions have been deleted, each counts
 * as a listener of its own.
 */
export const countMinutes = async (clickhouse: ClickHouseClient, scope: StatsScope): Promise<CountsBy[]> => {
  const [counted, repeats] = await Promise.all([minutesOf(clickhouse, scope), repeatsPerMinute(clickhouse, scope)]);
  return counted.map((row) => ({ ...row, uniques: row.connections - (repeats.get(Number(row.by)) ?? 0) }));
};

const paramsOf = ({ stations, period, open }: StatsScope) => ({
  ...{ ...stationParams(stations), start: period.start, end: period.end, ...openParams(open) },
});

const minutesOf = async (clickhouse: ClickHouseClient, scope: StatsScope): Promise<Omit<CountsBy, 'uniques'>[]> =>
  await query(
    clickhouse,
    `select toString(toUnixTimestamp(at)) as by, ${countColumns}, toFloat64(sum(listeners)) as connections
    from (
      select at, listeners, ms, connected, disconnected, impressions, thirdQuartile
      from listening_minutes
      where station in {rows:Array(String)} and at >= {start:DateTime} and at < {end:DateTime}
      ${withOpen(
        scope.open,
        `union all
      select toDateTime(minute * 60, 'UTC') as at, ${minuteSums('since_ms', 'until_ms')},
        toUInt64(0) as impressions, toUInt64(0) as thirdQuartile
      from (select *, n = 0 as first, 0 as last from ${openTable})
      array join ${minutesTouched('since_ms', 'until_ms')} as minute
      group by minute`,
      )}
    )
    where at >= {start:DateTime} and at < {end:DateTime}
    group by at`,
    paramsOf(scope),
  );

/**
 * How many sessions of each minute belong to a listener already counted in that minute, by minute (seconds since the
 * epoch), where there are any. For each listener, slice starts and ends are sorted by minute; a start while another
 * slice is open, and an end that isn't the last, mark the minutes counted more than once. Overlaps are rare, and
 * expanding every slice into its minutes would take many times as long.
 */
export const repeatsPerMinute = async (
  clickhouse: ClickHouseClient,
  scope: StatsScope,
): Promise<ReadonlyMap<number, number>> => {
  // An end sorts before a start in the same minute: a listener who left before it is counted once.
  const changes = await query<{ second: number; change: number }>(
    clickhouse,
    `select toFloat64(intDiv(edge, 2) * 60) as second, toFloat64(sum(if(edge % 2 = 1, 1, -1))) as change
    from (
      select arraySort(groupArrayArray([toUInt32(intDiv(since_ms, 60000) * 2 + 1),
          toUInt32((${lastMinuteOf('since_ms', 'until_ms')} + 1) * 2)])) as edges,
        arrayMap(edge -> if(edge % 2 = 1, 1, -1), edges) as steps,
        arrayFilter((edge, step, open_count) -> open_count > (step = 1), edges, steps, arrayCumSum(steps)) as repeated
      from (
        select toUnixTimestamp64Milli(since) as since_ms, toUnixTimestamp64Milli(until) as until_ms, address
        from slices
        where ${ofStations} and since >= {start:DateTime} and since < {end:DateTime}
        ${withOpen(scope.open, `union all select since_ms, until_ms, address from ${openTable}`)}
      )
      group by address
    )
    array join repeated as edge
    group by second order by second`,
    paramsOf(scope),
  );
  return runningSum(changes);
};

const runningSum = (changes: readonly { second: number; change: number }[]): Map<number, number> => {
  const repeats = new Map<number, number>();
  let current = 0;
  for (const [i, { second, change }] of changes.entries()) {
    current += change;
    const until = changes[i + 1]?.second ?? second;
    if (current > 0) for (let minute = second; minute < until; minute += 60) repeats.set(minute, current);
  }
  return repeats;
};
