import type { ClickHouseClient } from '@clickhouse/client';
import { minutesTouched, summedOfMinute } from './clickhouse-tables.ts';
import { openSource, type OpenSlice } from './open-slices.ts';
import { daysWithin, type Period } from './period.service.ts';
import { ask, slotStarts, stationIn, within } from './sql.service.ts';

/*
 * Each question reads the smallest sums that answer it: slots the quarters, peaks and minutes the minutes, countries
 * and devices the whole days and the quarters at the period's ends. To each comes what is open now, in its shape.
 */

export type Asked = { stations: readonly string[]; period: Period; open: readonly OpenSlice[] };
/** `connections` are those who were there at any time: who came, and who was there already. */
export type Counted = { ms: number; connections: number; connected: number; disconnected: number; uniques: number };
/** `by` is a slot's start (s since the epoch), a country, a device, or nothing in the total. */
export type CountedBy = Counted & { by: string };
export type PeakBy = { by: string; peak: number };

const numbers = `toFloat64(sum(ms)) as ms, toFloat64(sum(connected)) as connected,
  toFloat64(sum(disconnected)) as disconnected, toFloat64(uniqMerge(addresses)) as uniques`;
const summed = `sum(ms) as ms, sum(connected) as connected, sum(disconnected) as disconnected,
  uniqMergeState(addresses) as addresses`;
const columns = 'toUnixTimestamp(at) as second, ms, connected, disconnected, addresses';

/** Open slices in the shape of the sums by quarter; the last column says how many were there when it began. */
const openQuarters = ({ stations, open }: Asked, by = ''): string[] => {
  const source = openSource(stations, open);
  if (source === undefined) return [];
  return [
    `select toUInt32(intDiv(since_ms, 900000) * 900) as second, sum(toUInt64(until_ms - since_ms)) as ms,
      sum(toUInt64(n = 0)) as connected, toUInt64(0) as disconnected, uniqState(address) as addresses, ${by}
      sum(toUInt64(n > 0)) as carried from ${source} group by second ${by === '' ? '' : ', country, device'}`,
  ];
};

/** These parts as one source, without what lies outside of the period. */
const together = (parts: string[], { start, end }: Period): string =>
  `(select * from (${parts.join(' union all ')}) where second >= ${start / 1000} and second < ${end / 1000})`;

/** Counts of the whole period, and of each of its slots in which somebody listened. */
export const countSlots = async (
  clickhouse: ClickHouseClient,
  asked: Asked,
): Promise<{ total: CountedBy | undefined; slots: CountedBy[] }> => {
  const { stations, period } = asked;
  const stored = `select ${columns}, carried from quarters where ${stationIn(stations)} and ${within(period)}`;
  const rows = await ask<CountedBy & { isTotal: number }>(
    clickhouse,
    `select grouping(slot) = 1 as isTotal, if(isTotal, '', toString(slot)) as by, ${numbers},
      toFloat64(sum(connected) + if(isTotal, sum(carried_start), sum(carried_slot))) as connections
    from (
      select roundDown(second, ${slotStarts(period.starts)}) as slot, ${summed},
        sum(if(second = slot, carried, 0)) as carried_slot,
        sum(if(second = ${period.start / 1000}, carried, 0)) as carried_start
      from ${together([stored, ...openQuarters(asked)], period)} group by slot
    ) group by grouping sets ((slot), ())`,
  );
  return { total: rows.find(({ isTotal }) => isTotal), slots: rows.filter(({ isTotal }) => !isTotal) };
};

/** Minutes, stored and of open slices, with these columns of them. */
const minutes = ({ stations, period, open }: Asked, wanted: string): string => {
  const source = openSource(stations, open);
  const parts = [
    `select toUnixTimestamp(at) as second, ${wanted} from minutes where ${stationIn(stations)} and ${within(period)}`,
  ];
  if (source !== undefined)
    parts.push(`select second, ${wanted} from (
      select toUInt32(minute * 60) as second, ${summedOfMinute('since_ms', 'until_ms')}
      from (select *, n = 0 as first, 0 as last from ${source})
      array join ${minutesTouched('since_ms', 'until_ms')} as minute group by minute)`);
  return together(parts, period);
};

/** Counts by the minute: each session is shared out over the minutes it lasted. */
export const countMinutes = async (clickhouse: ClickHouseClient, asked: Asked): Promise<CountedBy[]> =>
  await ask<CountedBy>(
    clickhouse,
    `select toString(second) as by, ${numbers}, toFloat64(sum(listeners)) as connections
    from ${minutes(asked, 'listeners, ms, connected, disconnected, addresses')} group by second`,
  );

/** The most listeners within one minute of each slot. */
export const peaksOfSlots = async (clickhouse: ClickHouseClient, asked: Asked): Promise<PeakBy[]> =>
  await ask<PeakBy>(
    clickhouse,
    `select toString(roundDown(second, ${slotStarts(asked.period.starts)})) as by, toFloat64(max(heard)) as peak
    from (select second, sum(listeners) as heard from ${minutes(asked, 'listeners')} group by second) group by by`,
  );

/** Counts of the whole period by country and by device. */
export const countAudience = async (
  clickhouse: ClickHouseClient,
  asked: Asked,
): Promise<{ countries: CountedBy[]; devices: CountedBy[] }> => {
  const { stations, period } = asked;
  const { days, ends } = daysWithin(period);
  const stored = [
    ...ends.map((end) => ({ ...end, table: 'listening', carried: 'carried' })),
    ...days.map((whole) => ({ ...whole, table: 'days', carried: 'toUInt64(0) as carried' })),
  ].map(
    (part) =>
      `select ${columns}, toString(country) as country, toString(device) as device, ${part.carried} from ${part.table}
      where ${stationIn(stations)} and ${within(part)}`,
  );
  const rows = await ask<CountedBy & { isDevice: number }>(
    clickhouse,
    `select grouping(country) = 1 as isDevice, if(isDevice, device, country) as by, ${numbers},
      toFloat64(sum(connected) + sum(carried_start)) as connections
    from (
      select country, device, ${summed}, sum(if(second = ${period.start / 1000}, carried, 0)) as carried_start
      from ${together([...stored, ...openQuarters(asked, 'country, device,')], period)} group by country, device
    ) group by grouping sets ((country), (device))`,
  );
  return { countries: rows.filter(({ isDevice }) => !isDevice), devices: rows.filter(({ isDevice }) => isDevice) };
};
