import type { ClickHouseClient } from '@clickhouse/client';
import { partsOfSlice, partsOfSpot } from '../audience-parts.ts';
import { periodOf, type Stretch } from '../period.service.ts';
import { literal, stationIn, within } from '../sql.service.ts';
import { partSketches, spotCounts, suffixed, summed } from '../table-columns.ts';
import { bySubject, madeAt, stationsOf, unhurried, type Making } from './making.ts';

const sums = ['ms', 'connected', 'disconnected', 'impressions', 'thirdQuartile', 'here'] as const;
const sketches = Object.entries(partSketches);

/** Counts the audiences of these subjects on each day, of the slices and spots themselves. */
export const makeAudience = async (clickhouse: ClickHouseClient, making: Making, made: Date): Promise<void> => {
  const { starts, end } = periodOf('period', { ...making, frequency: 'day' }, making.zone);
  for (const [i, start] of starts.entries()) {
    const rows = `${ofSlices(making, { start, end: starts[i + 1] ?? end })} union all ${ofSpots(making, { start, end: starts[i + 1] ?? end })}`;
    await clickhouse.command({
      query: `insert into kept_audience (subject, zone, days, at, dimension, value, made, ${sums.join(', ')},
          ${sketches.map(([name]) => name).join(', ')})
        select subject, ${literal(making.zone)}, 1, toDateTime(${start / 1000}, 'UTC'), dimension, value, ${madeAt(made)},
          ${sums.map((name) => `sum(${name})`).join(', ')},
          ${sketches.map(([name, of]) => `${suffixed(of, 'MergeState')}(${name})`).join(', ')}
        from (${bySubject(making, rows)}) group by subject, dimension, value`,
      clickhouse_settings: unhurried,
    });
  }
};

const ofSlices = (making: Making, day: Stretch): string => `
  select toString(station) as one_station, part.1 as dimension, part.2 as value, ${summed},
    toUInt64(0) as impressions, toUInt64(0) as thirdQuartile,
    sum(toUInt64(first = 0 and toUnixTimestamp(toStartOfFifteenMinutes(since)) = ${day.start / 1000})) as here,
    ${sketches.map(([name, of]) => `${suffixed(of, 'State')}(address) as ${name}`).join(', ')}
  from slices array join ${partsOfSlice} as part
  where ${stationIn(stationsOf(making))} and ${within(day, 'since')} group by one_station, dimension, value`;

const ofSpots = (making: Making, day: Stretch): string => `
  select toString(station) as one_station, part.1 as dimension, part.2 as value, toUInt64(0) as ms, toUInt64(0) as bytes,
    toUInt64(0) as connected, toUInt64(0) as disconnected, ${spotCounts}, toUInt64(0) as here,
    ${sketches.map(([name, of]) => `arrayReduce('${suffixed(of, 'State')}', emptyArrayUInt64()) as ${name}`).join(', ')}
  from spots array join ${partsOfSpot} as part
  where ${stationIn(stationsOf(making))} and ${within(day)} group by one_station, dimension, value`;
