import type { ClickHouseClient } from '@clickhouse/client';
import { periodOf } from '../period.service.ts';
import { literal, slotStarts, stationIn, within } from '../sql.service.ts';
import { sumsOf } from '../stats-tables.ts';
import { suffixed, timeSketches } from '../table-columns.ts';
import { bySubject, list, madeAt, stationsOf, unhurried, type Making } from './making.ts';
import { makeAudience } from './make-audience.ts';

const plain = ['ms', 'connected', 'disconnected', 'impressions', 'thirdQuartile'] as const;
const columns = [...plain, 'connections', 'uniques', 'estimate', 'peak'].join(', ');
const noCounts = plain.map((name) => `toUInt64(0) as ${name}`).join(', ');

/**
 * Computes and caches the hours and days of these subjects, including those without listening; `made` is when that
 * began. Days are written last: where a day exists, all its rows do.
 */
export const makeSlots = async (clickhouse: ClickHouseClient, making: Making, made: Date): Promise<void> => {
  await makeListeners(clickhouse, making, made);
  await makeAudience(clickhouse, making, made);
  for (const step of ['hour', 'day'] as const) {
    const { starts, start, end } = periodOf('period', { ...making, frequency: step }, making.zone);
    const parts = [summed(making, [...starts, end]), peaks(making, { starts, start, end }), silent(making, starts)];
    await clickhouse.command({
      query: `insert into kept_counts (subject, zone, step, at, made, ${columns})
        select subject, ${literal(making.zone)}, '${step}', toDateTime(slot, 'UTC'), ${madeAt(made)},
          ${columns.replaceAll(/\w+/g, 'sum($&)')}
        from (${parts.join(' union all ')}) group by subject, slot`,
      clickhouse_settings: unhurried,
    });
  }
};

const makeListeners = async (clickhouse: ClickHouseClient, making: Making, made: Date): Promise<void> => {
  const { starts, end } = periodOf('period', { ...making, frequency: 'day' }, making.zone);
  const rows = sumsOf(stationsOf(making), [...starts, end], `${own}, addresses, estimate`);
  const merged = Object.entries(timeSketches).map(([name, sketch]) => `${suffixed(sketch, 'MergeState')}(${name})`);
  await clickhouse.command({
    query: `insert into kept_listeners (subject, zone, at, made, ${Object.keys(timeSketches).join(', ')})
      select subject, ${literal(making.zone)}, toDateTime(slot, 'UTC'), ${madeAt(made)}, ${merged.join(', ')}
      from (select *, toUInt32(roundDown(second, ${slotStarts(starts)})) as slot from (${bySubject(making, rows)}))
      group by subject, slot`,
    clickhouse_settings: unhurried,
  });
};

const own = 'toString(one.station) as one_station, toUnixTimestamp(at) as second';

const summed = (making: Making, moments: readonly number[]): string => {
  const { addresses, estimate } = timeSketches;
  const rows = sumsOf(stationsOf(making), moments, `${own}, ${plain.join(', ')}, carried, addresses, estimate`);
  return `select subject, slot, ${plain.map((name) => `sum(${name}) as ${name}`).join(', ')},
      sum(connected) + sumIf(carried, second = slot) as connections,
      ${suffixed(addresses, 'Merge')}(addresses) as uniques, ${suffixed(estimate, 'Merge')}(estimate) as estimate,
      toUInt64(0) as peak
    from (select *, toUInt32(roundDown(second, ${slotStarts(moments.slice(0, -1))})) as slot from (${bySubject(making, rows)}))
    group by subject, slot`;
};

type Slots = { starts: readonly number[]; start: number; end: number };

const peaks = (making: Making, { starts, start, end }: Slots): string => {
  const rows = `select ${own}, listeners from minute_sums as one
    where ${stationIn(stationsOf(making))} and ${within({ start, end })}`;
  return `select subject, toUInt32(roundDown(second, ${slotStarts(starts)})) as slot, ${noCounts}, toUInt64(0) as connections,
      toUInt64(0) as uniques, toUInt64(0) as estimate, max(heard) as peak
    from (select subject, second, sum(listeners) as heard from (${bySubject(making, rows)}) group by subject, second)
    group by subject, slot`;
};

const silent = ({ subjects }: Making, starts: readonly number[]): string =>
  `select arrayJoin(${list(subjects.map(({ subject }) => subject))}) as subject,
     toUInt32(arrayJoin(${slotStarts(starts)})) as slot, ${noCounts}, toUInt64(0) as connections,
     toUInt64(0) as uniques, toUInt64(0) as estimate, toUInt64(0) as peak`;
