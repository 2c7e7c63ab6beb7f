import { dimensionsOfSlice, dimensionsOfSpot } from './audience-dimensions.ts';
import {
  addedColumns,
  mergedSums,
  openAtStartColumn,
  fineGranularity,
  partSketches,
  plainSums,
  sketches,
  sketchesOf,
  spotCounts,
  mergedSpotSums,
  spotSums,
  sliceSums,
  type Rollup,
} from './table-columns.ts';

/*
 * Listening by audience dimension and hour (UTC). Days and weeks of stations and accounts are computed from it once
 * they are over (report-cache/). The portal's own rollups, whose time zone is UTC, hold days and weeks from the start.
 */

/** The bucket lengths of the portal's audience rollups in hours, longest first. */
export const portalBucketHours = [168, 24] as const;

const hourOf = (column: string): string => `toDateTime(toStartOfHour(${column}), 'UTC')`;
const dayOf = (hour: string): string => `toDateTime(toStartOfDay(${hour}), 'UTC')`;
const weekOf = (day: string): string => `toDateTime(toMonday(${day}), 'UTC')`;

const part = `at DateTime('UTC'), dimension LowCardinality(String), value String`;
const numbers = `${plainSums}, ${sketches(partSketches)}, ${openAtStartColumn}, ${spotSums}`;
const key = 'at, dimension, value';
const ofListening = `${addedColumns}, addresses, estimate, open_at_start`;
const ofSpots = 'impressions, thirdQuartile';
const ofBoth = `${ofListening}, ${ofSpots}`.split(', ');

const selectSlices = (from: string): string => `
  select station, ${hourOf('since')} as at, part.1 as dimension, part.2 as value, ${sliceSums}, ${sketchesOf(partSketches)},
    sum(toUInt64(first = 0 and toStartOfFifteenMinutes(since) = toStartOfHour(since))) as open_at_start
  from ${from} array join ${dimensionsOfSlice} as part group by station, at, dimension, value`;

const selectSpots = (from: string): string => `
  select station, ${hourOf('one.at')} as at, part.1 as dimension, part.2 as value, ${spotCounts}
  from ${from} as one array join ${dimensionsOfSpot} as part group by station, ${hourOf('one.at')}, dimension, value`;

/** Each row goes into its day and its week. `open_at_start` counts only in a bucket's first hour or day. */
const selectPortal = (from: string): string => `
  select step.1 as hours, step.2 as at, one.dimension as dimension, one.value as value,
    ${ofBoth.map((name) => (name === 'open_at_start' ? 'if(step.2 = one.day, one.open_at_start, 0) as open_at_start' : `one.${name} as ${name}`)).join(', ')}
  from (select ${dayOf('one.at')} as day, one.dimension as dimension, one.value as value, ${mergedSums},
      ${sketchesOf(partSketches, 'one')}, sum(if(one.at = ${dayOf('one.at')}, one.open_at_start, 0)) as open_at_start, ${mergedSpotSums}
    from ${from} as one group by day, one.dimension, one.value) as one
  array join [(24, one.day), (168, ${weekOf('one.day')})] as step`;

const slices = { table: 'slices', timeColumn: 'since' };
const spots = { table: 'spots', timeColumn: 'at' };

export const audienceRollups: readonly Rollup[] = [
  {
    name: 'audience_hours',
    columns: `station LowCardinality(String), ${part}, ${numbers}`,
    order: `station, ${key}`,
    settings: fineGranularity,
    from: slices,
    outputColumns: `station, ${key}, ${ofListening}`,
    select: selectSlices,
    secondSource: { ...spots, outputColumns: `station, ${key}, ${ofSpots}`, select: selectSpots },
  },
  {
    name: 'portal_audience_sums',
    columns: `hours UInt8, ${part}, ${numbers}`,
    order: `hours, ${key}`,
    settings: fineGranularity,
    from: { table: 'audience_hours', timeColumn: 'at' },
    outputColumns: `hours, ${key}, ${ofBoth.join(', ')}`,
    select: selectPortal,
  },
];

export const audienceSpotsView = `create materialized view if not exists audience_hours_of_spots to audience_hours as ${selectSpots('spots')}`;
