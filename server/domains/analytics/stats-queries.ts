import type { ClickHouseClient } from '@clickhouse/client';
import { moment } from './enrich.ts';
import { openSource, type OpenSlice } from './open-slices.ts';
import type { Period } from './period.ts';
import { literal, slotStarts, stationIn } from './sql.ts';

export type Asked = { stations: readonly string[]; period: Period; open: readonly OpenSlice[] };
/** `connections` are those who were there at any time: who came, and who was there already. */
export type Counted = {
  ms: number;
  connections: number;
  connected: number;
  disconnected: number;
  uniques: number;
};
/** `by` is a slot's start (s since the epoch), a country or a device. */
export type CountedBy = Counted & { by: string };
export type PeakBy = { by: string; peak: number; last: number };

const settings = {
  max_query_size: '16000000',
  max_execution_time: 30,
  // `sum(ms) as ms` sums the column.
  prefer_column_name_to_alias: 1,
} as const;

const ask = async <T>(clickhouse: ClickHouseClient, query: string): Promise<T[]> => {
  const result = await clickhouse.query({ query, format: 'JSONEachRow', clickhouse_settings: settings });
  return await result.json<T>();
};

/** Quarter hours of the rollup, and of what is open now, in the shape of the rollup. */
const quarters = ({ stations, period, open }: Asked): string => {
  const opened = openSource(stations, open);
  const [from, to] = [period.start / 1000, period.end / 1000];
  return `(select at, country, device, ms, connected, disconnected, carried, addresses from (
      select toUnixTimestamp(at) as at, country, device, sum(ms) as ms, sum(connected) as connected,
        sum(disconnected) as disconnected, sum(carried) as carried, uniqMergeState(addresses) as addresses
      from listening where ${stationIn(stations)} and at >= toDateTime(${from}, 'UTC') and at < toDateTime(${to}, 'UTC')
      group by at, country, device
      ${
        opened === undefined
          ? ''
          : `union all
      select toUInt32(intDiv(since_ms, 900000) * 900) as at, country, device, sum(toUInt64(until_ms - since_ms)) as ms,
        sum(toUInt64(n = 0)) as connected, toUInt64(0) as disconnected, sum(toUInt64(n > 0)) as carried,
        uniqState(address) as addresses
      from ${opened} group by at, country, device`
      }
    ) where at >= ${from} and at < ${to})`;
};

export type Totals = { all: CountedBy[]; slots: CountedBy[]; countries: CountedBy[]; devices: CountedBy[] };

/** Counts by quarter hours, added up over the period, its slots, its countries and its devices: read once for all four. */
export const countAll = async (clickhouse: ClickHouseClient, asked: Asked): Promise<Totals> => {
  const start = asked.period.start / 1000;
  const rows = await ask<CountedBy & { kind: keyof Totals; carried_slot: number; carried_start: number }>(
    clickhouse,
    `select multiIf(grouping(slot) = 0, 'slots', grouping(country) = 0, 'countries', grouping(device) = 0, 'devices', 'all')
        as kind,
      multiIf(kind = 'slots', toString(slot), kind = 'countries', country, kind = 'devices', device, '') as by,
      toFloat64(sum(ms)) as ms, toFloat64(sum(connected)) as connected, toFloat64(sum(disconnected)) as disconnected,
      toFloat64(sum(carried_slot)) as carried_slot, toFloat64(sum(carried_start)) as carried_start,
      toFloat64(uniqMerge(addresses)) as uniques
    from (
      select roundDown(at, ${slotStarts(asked.period.starts)}) as slot, toString(country) as country,
        toString(device) as device, ms, connected, disconnected, addresses,
        if(at = slot, carried, 0) as carried_slot, if(at = ${start}, carried, 0) as carried_start
      from ${quarters(asked)}
    ) group by grouping sets ((slot), (country), (device), ())`,
  );
  const of = (kind: keyof Totals): CountedBy[] =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ kind: _, carried_slot, carried_start, ...row }) => {
        return { ...row, connections: row.connected + (kind === 'slots' ? carried_slot : carried_start) };
      });
  return { all: of('all'), slots: of('slots'), countries: of('countries'), devices: of('devices') };
};

/** The slices of the period themselves, closed and open. */
const slices = ({ stations, period, open }: Asked): string => {
  const opened = openSource(stations, open);
  const within = `since >= ${literal(moment(period.start))} and since < ${literal(moment(period.end))}`;
  return `(select session, since_ms, greatest(since_ms, until_ms) as until_ms, first, last, country, device, address from (
      select session, toUnixTimestamp64Milli(since) as since_ms, toUnixTimestamp64Milli(until) as until_ms, first, last,
        toString(country) as country, toString(device) as device, address
      from slices where ${stationIn(stations)} and ${within}
      ${
        opened === undefined
          ? ''
          : `union all
      select session, since_ms, until_ms, toUInt8(n = 0) as first, toUInt8(0) as last, country, device, address
      from ${opened}`
      }
    ) where since_ms >= ${period.start} and since_ms < ${period.end})`;
};

/** Counts by the minute, from the slices themselves: each is shared out over the minutes it lasted. */
export const countMinutes = async (clickhouse: ClickHouseClient, asked: Asked): Promise<CountedBy[]> =>
  await ask<CountedBy>(
    clickhouse,
    `select toString(minute * 60) as by,
      toFloat64(sum(least(until_ms, (minute + 1) * 60000) - greatest(since_ms, minute * 60000))) as ms,
      toFloat64(uniqExact(session)) as connections,
      toFloat64(sum(first and minute = intDiv(since_ms, 60000))) as connected,
      toFloat64(sum(last and minute = last_minute)) as disconnected, toFloat64(uniq(address)) as uniques
    from (
      select *, intDiv(greatest(since_ms, until_ms - 1), 60000) as last_minute,
        arrayJoin(range(toUInt64(intDiv(since_ms, 60000)), toUInt64(last_minute + 1))) as minute
      from ${slices(asked)}
    ) group by minute`,
  );

/** The most listeners at one moment, and how many at the last one, of each minute in which somebody came or went. */
export const peaksOfMinutes = async (clickhouse: ClickHouseClient, asked: Asked): Promise<PeakBy[]> =>
  await ask<PeakBy>(
    clickhouse,
    `select toString(intDiv(at, 60000) * 60) as by, toFloat64(max(running)) as peak,
      toFloat64(argMax(running, at)) as last
    from (
      select at, sum(change) over (order by at rows unbounded preceding) as running from (
        select tupleElement(moved, 1) as at, sum(tupleElement(moved, 2)) as change from (
          select arrayJoin(${comeAndGone}) as moved from ${slices(asked)}
        ) group by at
      )
    ) where at < ${asked.period.end} group by by`,
  );

/**
 * The most listeners at one moment of each slot, or of each country or device. Slices are cut at the quarter hours, so
 * that each quarter is counted by itself: whoever stays comes again at its first moment.
 */
export const peakBy = async (
  clickhouse: ClickHouseClient,
  asked: Asked,
  by: 'slot' | 'country' | 'device',
): Promise<PeakBy[]> => {
  const part = by === 'slot' ? "''" : by;
  const key = by === 'slot' ? `toString(roundDown(quarter * 900, ${slotStarts(asked.period.starts)}))` : 'part';
  return await ask<PeakBy>(
    clickhouse,
    `select ${key} as by, toFloat64(max(most)) as peak, toFloat64(0) as last from (
      select intDiv(since_ms, 900000) as quarter, ${part} as part,
        arrayMax(arrayCumSum(move -> tupleElement(move, 2), arraySort(arrayFlatten(groupArray(${comeAndGone}))))) as most
      from ${slices(asked)} group by quarter, part
    ) group by by`,
  );
};

/** Who leaves goes before who comes at the same moment: a slice that goes on doesn't count twice there. */
const comeAndGone = '[(since_ms, toInt8(1)), (until_ms, toInt8(-1))]';
