import { audienceSpotsView, audienceRollups } from './audience-hours.ts';
import { campaignRollups } from './campaign-rollups.ts';
import { playerSums } from './players/player-tables.ts';
import { podcastRevenueView, revenueRollups } from './revenue-tables.service.ts';
import { podcastSpotsView, spotRollups } from './spot-tables.ts';
import {
  addedColumns,
  mergedSums,
  openAtStartColumn,
  defaultGranularity,
  fineGranularity,
  plainSums,
  sketches,
  sketchesOf,
  spotCounts,
  spotSums,
  mergedSpotSums,
  sliceSums,
  minuteSums,
  minutesTouched,
  timeSketches,
  type Rollup,
} from './table-columns.ts';

/*
 * The rollups of listening: by minute, quarter hour and day of a station (quarter hours align with buckets in every
 * time zone), by audience dimension (audience-hours.ts), the times at which sessions began and ended, and the portal's
 * rollups, which don't distinguish stations.
 */

const station = 'station LowCardinality(String)';
const at = `at DateTime('UTC')`;
const slices = { table: 'slices', timeColumn: 'since' };
const inMs = ['toUnixTimestamp64Milli(since)', 'toUnixTimestamp64Milli(until)'] as const;
const listeners = 'listeners SimpleAggregateFunction(sum, UInt64) codec(T64, LZ4)';

/**
 * A station's rollup whose buckets consist of quarter hours; `open_at_start` counts sessions that were open when the bucket
 * began.
 */
const ofTime = (name: string, start: string): Rollup => ({
  name,
  columns: `${station}, ${at}, ${plainSums}, ${sketches(timeSketches)}, ${openAtStartColumn}, ${spotSums}`,
  order: 'station, at',
  settings: fineGranularity,
  from: slices,
  outputColumns: `station, at, ${addedColumns}, addresses, estimate, open_at_start`,
  select: (
    from,
  ) => `select station, toDateTime(${start}(since), 'UTC') as at, ${sliceSums}, ${sketchesOf(timeSketches)},
    sum(toUInt64(first = 0 and toStartOfFifteenMinutes(since) = ${start}(since))) as open_at_start
    from ${from} as one group by station, at`,
});

export const rollupTables: readonly Rollup[] = [
  ofTime('quarter_sums', 'toStartOfFifteenMinutes'),
  ofTime('day_sums', 'toStartOfDay'),
  {
    name: 'minute_sums',
    columns: `${station}, at DateTime('UTC') codec(Delta, LZ4), ${listeners}, ${plainSums}, ${spotSums}`,
    order: 'station, at',
    settings: defaultGranularity,
    from: slices,
    outputColumns: `station, at, listeners, ms, connected, disconnected`,
    select: (from) => `select station, toDateTime(minute * 60, 'UTC') as at, ${minuteSums(...inMs)}
      from ${from} as one array join ${minutesTouched(...inMs)} as minute group by station, at`,
  },
  {
    name: 'session_edges',
    columns: `${station}, at DateTime64(3, 'UTC') codec(Delta, ZSTD), begins SimpleAggregateFunction(sum, UInt64) codec(ZSTD),
      ends SimpleAggregateFunction(sum, UInt64) codec(ZSTD)`,
    order: 'station, at',
    settings: defaultGranularity,
    from: slices,
    outputColumns: 'station, at, begins, ends',
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
    settings: defaultGranularity,
    from: { table: 'minute_sums', timeColumn: 'at' },
    outputColumns: `at, listeners, ${addedColumns}, impressions, thirdQuartile`,
    select: (from) => `select one.at as at, sum(one.listeners) as listeners, ${mergedSums}, ${mergedSpotSums}
      from ${from} as one group by one.at`,
  },
  {
    name: 'portal_hour_sums',
    columns: `${at}, ${plainSums}, ${sketches(timeSketches)}, ${openAtStartColumn}, ${spotSums}`,
    order: 'at',
    settings: fineGranularity,
    from: { table: 'quarter_sums', timeColumn: 'at' },
    outputColumns: `at, ${addedColumns}, addresses, estimate, open_at_start, impressions, thirdQuartile`,
    select: (
      from,
    ) => `select toDateTime(toStartOfHour(one.at), 'UTC') as at, ${mergedSums}, ${sketchesOf(timeSketches, 'one')},
      sum(if(one.at = toStartOfHour(one.at), one.open_at_start, 0)) as open_at_start, ${mergedSpotSums}
      from ${from} as one group by toStartOfHour(one.at)`,
  },
  ...audienceRollups,
  ...spotRollups,
  ...campaignRollups,
  ...revenueRollups,
  playerSums,
];

/** Adds spots to the listening rollups by time and dimension; they add no listeners. */
const spotTimes = (table: string, start: string): string =>
  `create materialized view if not exists ${table}_of_spots to ${table} as
   select one.station as station, toDateTime(${start}(one.at), 'UTC') as at, ${spotCounts}
   from spots as one group by one.station, ${start}(one.at)`;
export const spotViews: readonly string[] = [
  spotTimes('minute_sums', 'toStartOfMinute'),
  spotTimes('quarter_sums', 'toStartOfFifteenMinutes'),
  spotTimes('day_sums', 'toStartOfDay'),
  audienceSpotsView,
  podcastSpotsView,
  podcastRevenueView,
];

/** The rollups with a station column; the portal's are derived from them. */
export const stationRollups: readonly string[] = rollupTables
  .filter(({ columns }) => columns.startsWith(station))
  .map(({ name }) => name);
