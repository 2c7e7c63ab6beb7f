import { partsOfSlice, partsOfSpot } from './audience-parts.ts';
import {
  added,
  addedUp,
  carried,
  fine,
  partSketches,
  plainSums,
  sketches,
  sketchesOf,
  spotCounts,
  spotsAddedUp,
  spotSums,
  summed,
  type Fill,
  type Summed,
} from './table-columns.ts';

/*
 * Listening by what its audience is told apart by, each part thrice: by hours, days and weeks (UTC, from Monday), so that
 * a period in whichever time zone is made of few rows. The portal's own, whose time zone is UTC, has days and weeks.
 */

/** Hours of the stretches that audiences are summed up by, the longest first. */
export const audienceSteps = [168, 24, 1] as const;

const hourOf = (column: string): string => `toDateTime(toStartOfHour(${column}), 'UTC')`;
const dayOf = (hour: string): string => `toDateTime(toStartOfDay(${hour}), 'UTC')`;
const weekOf = (hour: string): string => `toDateTime(toMonday(${hour}), 'UTC')`;
const everyStep = (hour: string): string => `[(1, ${hour}), (24, ${dayOf(hour)}), (168, ${weekOf(hour)})]`;
const daysAndWeeks = (day: string): string => `[(24, ${day}), (168, ${weekOf(day)})]`;

const part = `hours UInt8, at DateTime('UTC'), dimension LowCardinality(String), value String`;
const numbers = `${plainSums}, ${sketches(partSketches)}, ${carried}, ${spotSums}`;
const key = 'hours, at, dimension, value';
const ofListening = `${added}, addresses, estimate, carried`;
const ofSpots = 'impressions, thirdQuartile';

/** Hours first, each of which is then part of its day and week; who was there when those began was so in their first hour. */
const selectSlices = (from: string): string => `
  select one.station as station, step.1 as hours, step.2 as at, one.dimension as dimension, one.value as value,
    one.ms as ms, one.bytes as bytes, one.connected as connected, one.disconnected as disconnected,
    one.addresses as addresses, one.estimate as estimate, if(step.2 = one.hour, one.carried, 0) as carried
  from (select station, part.1 as dimension, part.2 as value, ${hourOf('since')} as hour, ${summed},
      ${sketchesOf(partSketches)}, sum(toUInt64(first = 0 and toStartOfFifteenMinutes(since) = toStartOfHour(since))) as carried
    from ${from} array join ${partsOfSlice} as part group by station, dimension, value, hour) as one
  array join ${everyStep('one.hour')} as step`;

const selectSpots = (from: string): string => `
  select one.station as station, step.1 as hours, step.2 as at, one.dimension as dimension, one.value as value,
    one.impressions as impressions, one.thirdQuartile as thirdQuartile
  from (select station, part.1 as dimension, part.2 as value, ${hourOf('at')} as hour, ${spotCounts}
    from ${from} array join ${partsOfSpot} as part group by station, dimension, value, hour) as one
  array join ${everyStep('one.hour')} as step`;

/** Days as they are and as parts of their weeks, of whatever else these rows tell (`names`). */
const selectDays = (names: string, from: string, steps = daysAndWeeks('one.at')): string => `
  select ${names
    .split(', ')
    .map((name) => `one.${name} as ${name}`)
    .join(', ')}, step.1 as hours, step.2 as at, if(step.2 = one.at, one.carried, 0) as carried
  from ${from} as one array join ${steps} as step`;
const plainlyTaken = `dimension, value, ${added}, addresses, estimate, ${ofSpots}`;
const fromDays = (table: string, names: string): Fill => ({
  table,
  by: 'at',
  gives: `${names}, hours, at, carried`,
  select: (from: string) => selectDays(names, from),
});

/** Audiences as they were kept before, by the day alone. */
export const fromPartSums: Fill = fromDays('part_sums', `station, ${plainlyTaken}`);

const slices = { table: 'slices', by: 'since' };
const spots = { table: 'spots', by: 'at' };

export const audienceSums: readonly Summed[] = [
  {
    name: 'audience_sums',
    columns: `station LowCardinality(String), ${part}, ${numbers}`,
    order: `station, ${key}`,
    settings: fine,
    from: slices,
    gives: `station, ${key}, ${ofListening}`,
    select: selectSlices,
    beside: { ...spots, gives: `station, ${key}, ${ofSpots}`, select: selectSpots },
    before: {
      view: 'part_sums_of_slices',
      fills: [
        fromPartSums,
        {
          ...slices,
          gives: `station, ${key}, ${ofListening}`,
          select: (from) => `select * from (${selectSlices(from)}) where hours = 1`,
        },
        {
          ...spots,
          gives: `station, ${key}, ${ofSpots}`,
          select: (from) => `select * from (${selectSpots(from)}) where hours = 1`,
        },
      ],
    },
  },
  {
    name: 'portal_audience_sums',
    columns: `${part}, ${numbers}`,
    order: key,
    settings: fine,
    from: { table: 'audience_sums', by: 'at' },
    gives: `${key}, ${ofListening}, ${ofSpots}`,
    select: (
      from,
    ) => `select one.hours as hours, one.at as at, one.dimension as dimension, one.value as value, ${addedUp},
      ${sketchesOf(partSketches, 'one')}, sum(one.carried) as carried, ${spotsAddedUp}
      from ${from} as one where one.hours > 1 group by one.hours, one.at, one.dimension, one.value`,
    before: { view: 'portal_part_sums_of_part_sums', fills: [fromDays('portal_part_sums', plainlyTaken)] },
  },
];

export const audienceSpotsView = `create materialized view if not exists audience_sums_of_spots to audience_sums as ${selectSpots('spots')}`;

/** These rows of audiences without their weeks, which are made anew of the days. */
export const weeksMadeAnew = (where: string): string =>
  `(${selectDays(
    `station, ${plainlyTaken}`,
    `(select * from audience_sums where hours < 168 and ${where})`,
    `if(one.hours = 24, ${daysAndWeeks('one.at')}, [(one.hours, one.at)])`,
  )})`;
