import type { ClickHouseClient } from '@clickhouse/client';
import { ask, slotStarts, within } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { heardAgain } from './heard-again.ts';
import { openSource, type OpenSlice } from './open-slices.ts';
import { sketchOf, type Size } from './size.ts';
import { stationSumsOf, sumsOf, tablesOf, wholeSumsOf, type Stations } from './stats-tables.ts';
import { minutesTouched, summedOfMinute, timeSketches } from './table-columns.ts';

/*
 * Each question reads the smallest sums that answer it: slots the days, hours or quarters, peaks and minutes the minutes. To
 * each comes what is open now, in its shape.
 */

export type Asked = { stations: Stations; period: Period; open: readonly OpenSlice[]; size: Size };
/** `connections` are those who were there at any time: who came, and who was there already. */
export type Counted = Record<
  'ms' | 'connections' | 'connected' | 'disconnected' | 'uniques' | 'impressions' | 'thirdQuartile',
  number
>;
/** `by` is a slot's start (s since the epoch), a station, a part of the audience, or nothing in the total. */
export type CountedBy = Counted & { by: string };
export type PeakBy = { by: string; peak: number };

/** What an answer is made of, from sums, and from sums that were summed up before; listeners by a sketch (`who`). */
export const plainNumbers = `toFloat64(sum(ms)) as ms, toFloat64(sum(connected)) as connected,
  toFloat64(sum(disconnected)) as disconnected,
  toFloat64(sum(impressions)) as impressions, toFloat64(sum(thirdQuartile)) as thirdQuartile`;
const numbersOf = ({ size }: Asked): string =>
  `${plainNumbers}, ${sketchOf(timeSketches, size).count('who')} as uniques`;
const columnsOf = ({ size }: Asked): string =>
  `toUnixTimestamp(at) as second, ms, connected, disconnected, ${sketchOf(timeSketches, size).column} as who,
  impressions, thirdQuartile`;
/** Open slices in the order of those columns, by something that is grouped by; the last says how many were there when it began. */
const openNumbers = ({ size }: Asked): string => `toUInt32(intDiv(since_ms, 900000) * 900) as second,
  sum(toUInt64(until_ms - since_ms)) as ms, sum(toUInt64(n = 0)) as connected, toUInt64(0) as disconnected,
  ${sketchOf(timeSketches, size).drawn('address')} as who, toUInt64(0) as impressions, toUInt64(0) as thirdQuartile,
  sum(toUInt64(n > 0)) as carried`;

/** These parts as one source, without what lies outside of the period: of what is open now some may. */
const together = (stored: string[], open: string[], { start, end }: Period): string => {
  const parts = [...stored, ...open].join(' union all ');
  if (open.length === 0) return `(${parts})`;
  return `(select * from (${parts}) where second >= ${start / 1000} and second < ${end / 1000})`;
};

const openQuarters = (asked: Asked): string[] => {
  const source = openSource(asked.stations, asked.open);
  return source === undefined ? [] : [`select ${openNumbers(asked)} from ${source} group by second`];
};

/** What is to be counted at once: these periods as a whole, and each slot of others. */
export type Wanted = { totals: readonly Period[]; slots: readonly Period[] };

/**
 * Counts of whole periods, and of each slot in which somebody listened (by the minute countMinutes tells these); `by` is
 * where they begin.
 */
export const countTimes = async (
  clickhouse: ClickHouseClient,
  asked: Asked,
  { totals, slots }: Wanted,
): Promise<{ totals: CountedBy[]; slots: CountedBy[] }> => {
  const counts = [
    ...totals.map((period) => totalOf({ ...asked, period })),
    ...slots.filter(({ frequency }) => frequency !== 'minute').map((period) => slotsOf({ ...asked, period })),
  ];
  if (counts.length === 0) return { totals: [], slots: [] };
  const rows = await ask<CountedBy & { isTotal: number }>(clickhouse, counts.join(' union all '));
  return { totals: rows.filter(({ isTotal }) => isTotal), slots: rows.filter(({ isTotal }) => !isTotal) };
};

/** A period without its slots, `by` its start; no row where nobody listened. */
const totalOf = (asked: Asked): string => {
  const { stations, period } = asked;
  const stored = wholeSumsOf(stations, period, `${columnsOf(asked)}, carried`);
  return `select 1 as isTotal, '${period.start / 1000}' as by, ${numbersOf(asked)},
    toFloat64(sum(connected) + sumIf(carried, second = ${period.start / 1000})) as connections
    from ${together(stored, openQuarters(asked), period)} having count() > 0`;
};

const slotsOf = (asked: Asked): string => {
  const { stations, period } = asked;
  const stored = sumsOf(stations, [...period.starts, period.end], `${columnsOf(asked)}, carried`);
  return `select 0 as isTotal, toString(slot) as by, ${numbersOf(asked)},
      toFloat64(sum(connected) + sumIf(carried, second = slot)) as connections
      from (select *, roundDown(second, ${slotStarts(period.starts)}) as slot
        from ${together([stored], openQuarters(asked), period)}) group by slot`;
};

/** Minutes, stored and of open slices, with these columns of them. */
const minutes = ({ stations, period, open }: Asked, wanted: string): string => {
  const source = openSource(stations, open);
  const { minutes: table, where } = tablesOf(stations);
  const stored = `select toUnixTimestamp(at) as second, ${wanted} from ${table} where ${where} and ${within(period)}`;
  const now =
    source === undefined
      ? []
      : [
          `select second, ${wanted} from (
            select toUInt32(minute * 60) as second, ${summedOfMinute('since_ms', 'until_ms')},
              toUInt64(0) as impressions, toUInt64(0) as thirdQuartile
            from (select *, n = 0 as first, 0 as last from ${source})
            array join ${minutesTouched('since_ms', 'until_ms')} as minute group by minute)`,
        ];
  return together([stored], now, period);
};

/** Counts by the minute: each session is shared out over the minutes it lasted. Where single sessions aren't kept any more, each is a listener of its own. */
export const countMinutes = async (clickhouse: ClickHouseClient, asked: Asked): Promise<CountedBy[]> => {
  const [counted, again] = await Promise.all([
    ask<Omit<CountedBy, 'uniques'>>(
      clickhouse,
      `select toString(second) as by, ${plainNumbers}, toFloat64(sum(listeners)) as connections
      from ${minutes(asked, 'listeners, ms, connected, disconnected, impressions, thirdQuartile')} group by second`,
    ),
    heardAgain(clickhouse, asked),
  ]);
  return counted.map((row) => ({ ...row, uniques: row.connections - (again.get(Number(row.by)) ?? 0) }));
};

/** The most listeners within one minute of each slot. */
export const peaksOfSlots = async (clickhouse: ClickHouseClient, asked: Asked): Promise<PeakBy[]> =>
  await ask<PeakBy>(
    clickhouse,
    `select toString(roundDown(second, ${slotStarts(asked.period.starts)})) as by, toFloat64(max(heard)) as peak
    from (select second, sum(listeners) as heard from ${minutes(asked, 'listeners')} group by second) group by by`,
  );

/** The stations that were listened to longest, each on its own. Which they are is told before their listeners are counted. */
export const countStations = async (clickhouse: ClickHouseClient, asked: Asked, most: number): Promise<CountedBy[]> => {
  const { stations, period, open } = asked;
  const source = openSource(stations, open);
  const mayBe = stations !== 'every' && stations.length <= most ? stations : await longestOf(clickhouse, asked, most);
  const known = [...new Set([...mayBe, ...open.map(({ station }) => station)])];
  if (known.length === 0) return [];
  const stored = stationSumsOf(known, period, `station, ${columnsOf(asked)}, carried`);
  const now =
    source === undefined ? [] : [`select station, ${openNumbers(asked)} from ${source} group by station, second`];
  return await ask<CountedBy>(
    clickhouse,
    `select toString(station) as by, ${numbersOf(asked)},
      toFloat64(sum(connected) + sum(if(second = ${period.start / 1000}, carried, 0))) as connections
    from ${together(stored, now, period)} group by station order by sum(ms) desc, connections desc, station limit ${most}`,
  );
};

const longestOf = async (
  clickhouse: ClickHouseClient,
  { stations, period }: Asked,
  most: number,
): Promise<string[]> => {
  const listened = stationSumsOf(stations, period, 'station, one.ms as heard');
  const found = await ask<{ station: string }>(
    clickhouse,
    `select station from (${listened.join(' union all ')}) group by station order by sum(heard) desc, station limit ${most}`,
  );
  return found.map(({ station }) => station);
};
