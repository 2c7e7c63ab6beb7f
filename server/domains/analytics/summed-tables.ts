import { partsOfSlice, partsOfSpot } from './audience-parts.ts';
import {
  added,
  addedUp,
  carried,
  coarse,
  fine,
  partSketches,
  plainSums,
  sketches,
  sketchesOf,
  spotCounts,
  spotSums,
  spotsAddedUp,
  summed,
  summedOfMinute,
  minutesTouched,
  timeSketches,
} from './table-columns.ts';

/*
 * What listening is summed up to: by minute, quarter and hour of a station (for slots, which begin on quarters in every
 * time zone), by what its audience is told apart by (whole days, UTC), the moments at which sessions began and ended, and
 * the portal's own sums, in which stations aren't told apart.
 */

export type Summed = {
  name: string;
  columns: string;
  order: string;
  settings: string;
  /** What is summed up, and the column by whose day it is filled. */
  from: { table: string; by: string };
  /** The columns that `select` gives, in its order. */
  gives: string;
  select: (from: string) => string;
};

const station = 'station LowCardinality(String)';
const at = `at DateTime('UTC')`;
const slices = { table: 'slices', by: 'since' };
const dayOf = (column: string): string => `toDateTime(toStartOfDay(${column}), 'UTC')`;
const inMs = ['toUnixTimestamp64Milli(since)', 'toUnixTimestamp64Milli(until)'] as const;
const listeners = 'listeners SimpleAggregateFunction(sum, UInt64) codec(T64, LZ4)';

/** Sums of a station by a stretch of time that quarters make up; carried are those who were there when it began. */
const ofTime = (name: string, start: string): Summed => ({
  name,
  columns: `${station}, ${at}, ${plainSums}, ${sketches(timeSketches)}, ${carried}, ${spotSums}`,
  order: 'station, at',
  settings: fine,
  from: slices,
  gives: `station, at, ${added}, addresses, estimate, carried`,
  select: (from) => `select station, toDateTime(${start}(since), 'UTC') as at, ${summed}, ${sketchesOf(timeSketches)},
    sum(toUInt64(first = 0 and toStartOfFifteenMinutes(since) = ${start}(since))) as carried
    from ${from} as one group by station, at`,
});

const ofPortal = (table: 'hour_sums' | 'day_sums'): Summed => ({
  name: `portal_${table}`,
  columns: `${at}, ${plainSums}, ${sketches(timeSketches)}, ${carried}, ${spotSums}`,
  order: 'at',
  settings: fine,
  from: { table, by: 'at' },
  gives: `at, ${added}, addresses, estimate, carried, impressions, thirdQuartile`,
  select: (from) => `select one.at as at, ${addedUp}, ${sketchesOf(timeSketches, 'one')},
    sum(one.carried) as carried, ${spotsAddedUp} from ${from} as one group by one.at`,
});

export const summedTables: readonly Summed[] = [
  ofTime('quarter_sums', 'toStartOfFifteenMinutes'),
  ofTime('hour_sums', 'toStartOfHour'),
  ofTime('day_sums', 'toStartOfDay'),
  {
    name: 'minute_sums',
    columns: `${station}, at DateTime('UTC') codec(Delta, LZ4), ${listeners}, ${plainSums}, ${spotSums}`,
    order: 'station, at',
    settings: coarse,
    from: slices,
    gives: `station, at, listeners, ms, connected, disconnected`,
    select: (from) => `select station, toDateTime(minute * 60, 'UTC') as at, ${summedOfMinute(...inMs)}
      from ${from} as one array join ${minutesTouched(...inMs)} as minute group by station, at`,
  },
  {
    name: 'part_sums',
    columns: `${station}, dimension LowCardinality(String), ${at}, value String, ${plainSums},
      ${sketches(partSketches)}, ${carried}, ${spotSums}`,
    order: 'station, dimension, at, value',
    settings: fine,
    from: slices,
    gives: `station, dimension, at, value, ${added}, addresses, estimate, carried`,
    select: (from) => `select station, part.1 as dimension, ${dayOf('since')} as at, part.2 as value, ${summed},
      ${sketchesOf(partSketches)}, sum(toUInt64(first = 0 and toStartOfFifteenMinutes(since) = toStartOfDay(since))) as carried
      from ${from} as one array join ${partsOfSlice} as part group by station, dimension, at, value`,
  },
  {
    name: 'moments',
    columns: `${station}, at DateTime64(3, 'UTC') codec(Delta, ZSTD), begins SimpleAggregateFunction(sum, UInt64) codec(ZSTD),
      ends SimpleAggregateFunction(sum, UInt64) codec(ZSTD)`,
    order: 'station, at',
    settings: coarse,
    from: slices,
    gives: 'station, at, begins, ends',
    select: (
      from,
    ) => `select station, moment.1 as at, sum(toUInt64(1 - moment.2)) as begins, sum(toUInt64(moment.2)) as ends
      from ${from} as one array join arraySlice([(since, 0), (until, 1)], 2 - first, first + last) as moment
      group by station, at`,
  },
  {
    name: 'portal_minute_sums',
    columns: `${at}, ${listeners}, ${plainSums}, ${spotSums}`,
    order: 'at',
    settings: coarse,
    from: { table: 'minute_sums', by: 'at' },
    gives: `at, listeners, ${added}, impressions, thirdQuartile`,
    select: (from) => `select one.at as at, sum(one.listeners) as listeners, ${addedUp}, ${spotsAddedUp}
      from ${from} as one group by one.at`,
  },
  ofPortal('hour_sums'),
  ofPortal('day_sums'),
  {
    name: 'portal_part_sums',
    columns: `dimension LowCardinality(String), ${at}, value String, ${plainSums}, ${sketches(partSketches)}, ${carried},
      ${spotSums}`,
    order: 'dimension, at, value',
    settings: fine,
    from: { table: 'part_sums', by: 'at' },
    gives: `dimension, at, value, ${added}, addresses, estimate, carried, impressions, thirdQuartile`,
    select: (from) => `select one.dimension as dimension, one.at as at, one.value as value, ${addedUp},
      ${sketchesOf(partSketches, 'one')}, sum(one.carried) as carried, ${spotsAddedUp}
      from ${from} as one group by one.dimension, one.at, one.value`,
  },
];

/** Spots into the sums of listening, by time and by part; they bring no listeners of their own. */
const spotTimes = (table: string, start: string): string =>
  `create materialized view if not exists ${table}_of_spots to ${table} as
   select one.station as station, toDateTime(${start}(one.at), 'UTC') as at, ${spotCounts}
   from spots as one group by one.station, ${start}(one.at)`;
export const spotViews: readonly string[] = [
  spotTimes('minute_sums', 'toStartOfMinute'),
  spotTimes('quarter_sums', 'toStartOfFifteenMinutes'),
  spotTimes('hour_sums', 'toStartOfHour'),
  spotTimes('day_sums', 'toStartOfDay'),
  `create materialized view if not exists part_sums_of_spots to part_sums as
   select one.station as station, part.1 as dimension, ${dayOf('one.at')} as at, part.2 as value, ${spotCounts}
   from spots as one array join ${partsOfSpot} as part group by one.station, part.1, ${dayOf('one.at')}, part.2`,
];

/** The tables of sums that tell stations apart: those of the portal come of them. */
export const sumsOfStations: readonly string[] = summedTables
  .filter(({ columns }) => columns.startsWith(station))
  .map(({ name }) => name);
