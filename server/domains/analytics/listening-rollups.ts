import { dimensionsOfSlice, dimensionsOfSpot } from './audience-dimensions.ts';
import {
  defaultGranularity,
  fineGranularity,
  minuteSums,
  minutesTouched,
  openAtStartColumn,
  partSketches,
  plainSums,
  sketches,
  sketchesOf,
  sliceSums,
  spotCounts,
  spotSums,
  sumColumn,
  timeSketches,
  type Fill,
  type Rollup,
  type Sketches,
} from './table-columns.ts';

/*
 * The rollups of listening. Each has rows of stations and of the whole portal, whose `station` is empty, and buckets of one
 * or more lengths (`minutes`).
 *
 * | table               | of a station                                                | of the portal (UTC)  |
 * | ------------------- | ----------------------------------------------------------- | -------------------- |
 * | `listening_minutes` | minutes                                                     | minutes              |
 * | `listening_buckets` | quarter hours, which fit every time zone, and days (UTC)    | hours                |
 * | `audience_buckets`  | hours (UTC) of one value of an audience dimension           | days and weeks       |
 * | `session_edges`     | the times at which sessions began and ended                 |                      |
 *
 * What slices and spots add to a station's shortest buckets, these add to the other ones (`steps`), in the same insert.
 */

const slices = { table: 'slices', timeColumn: 'since' };
const spots = { table: 'spots', timeColumn: 'at' };
const key = `station LowCardinality(String), at DateTime('UTC')`;
const dimension = 'dimension LowCardinality(String), value String';

const sums = ['ms', 'bytes', 'connected', 'disconnected'];
const ofSpots = ['impressions', 'thirdQuartile'];
const ofSlices = [...sums, 'addresses', 'estimate', 'open_at_start'];
const inMs = ['toUnixTimestamp64Milli(since)', 'toUnixTimestamp64Milli(until)'] as const;

/** The buckets that a station's shortest one (`one`) belongs to: the minutes, station and start of each. */
const bucketSteps = `[(toUInt16(15), toString(one.station), one.at), (60, '', toStartOfHour(one.at)),
  (1440, toString(one.station), toStartOfDay(one.at))]`;
const audienceSteps = `[(toUInt16(60), toString(one.station), one.at), (1440, '', toStartOfDay(one.at)),
  (10080, '', toDateTime(toMonday(one.at), 'UTC'))]`;
/**
 * The same where the portal's days are rows of their own, added up from slices: as buckets of each hour, station and value,
 * they took half of the time of an insert.
 */
const audienceStepsOfDays = `if(one.station = '', [(toUInt16(1440), '', one.at), (10080, '', toDateTime(toMonday(one.at), 'UTC'))],
  [(toUInt16(60), toString(one.station), one.at)])`;
const minuteSteps = `[(toString(one.station), one.at), ('', one.at)]`;

/** The lengths of the portal's audience buckets in hours, longest first. */
export const portalAudienceHours = [168, 24] as const;

/**
 * The rows that a station's shortest buckets, which the subquery `from` selects, add to a rollup. `open_at_start` are
 * sessions that were open when a bucket began, so a longer one has only those of its first.
 */
export const addSteps = ({ steps, keys, columns }: Steps, from: string): string => {
  const ofStep = keys.map((name, i) => `step.${i + 1} as ${name}`);
  const own = columns.map((name) =>
    name === 'open_at_start' ? 'if(step.3 = one.at, one.open_at_start, 0) as open_at_start' : `one.${name} as ${name}`,
  );
  return `select ${[...ofStep, ...own].join(', ')}
    from (${from}) as one array join ${steps} as step`;
};

/** `keys` are what each step of a bucket has; `columns` are added to all of them. */
type Steps = { steps: string; keys: readonly string[]; columns: readonly string[] };

type Source = {
  table: string;
  timeColumn: string;
  columns: readonly string[];
  select: (from: string) => string;
  /** Of the rows that it selects, where these aren't only a station's shortest buckets. */
  steps?: string;
};
const fillOf = (
  { keys, ...to }: Pick<About, 'steps' | 'keys'>,
  { table, timeColumn, columns, select, steps = to.steps }: Source,
): Fill => ({
  ...{ table, timeColumn, outputColumns: [...keys, ...columns].join(', ') },
  select: (from) => addSteps({ steps, keys, columns }, select(from)),
});

type About = Pick<Rollup, 'name' | 'columns' | 'order' | 'settings'> & {
  /** The length of a station's shortest buckets. */
  minutes: number;
  steps: string;
  keys: readonly string[];
  listening: Source;
  spots: Source;
  /** The tables of the version before, with the length and station of their buckets ('' being the portal's). */
  former: readonly { table: string; minutes: string; station: 'station' | `''` }[];
};

const steppedRollup = (about: About): Rollup => {
  const { minutes, steps, keys, listening, spots: second, former, ...table } = about;
  const { outputColumns, select, ...from } = fillOf(about, listening);
  const columns = [...listening.columns, ...second.columns.filter((name) => !listening.columns.includes(name))];
  const own = (name: string) => `one.${name} as ${name}`;
  return {
    ...{ ...table, from, outputColumns, select, secondSource: fillOf(about, second) },
    shortest: { minutes, steps, keys, columns, formerly: former[0]!.table },
    former: former.map((one) => ({
      ...{ table: one.table, timeColumn: 'at', outputColumns: [...keys, ...columns].join(', ') },
      select: (rows) => `select toUInt16(${one.minutes}) as minutes, ${one.station} as station, one.at as at,
        ${columns.map(own).join(', ')} from ${rows} as one`,
    })),
  };
};

const numbers = (of: Sketches): string => `${plainSums}, ${sketches(of)}, ${openAtStartColumn}, ${spotSums}`;

const minutes = steppedRollup({
  name: 'listening_minutes',
  columns: `${key} codec(Delta, LZ4), ${sumColumn('listeners')} codec(T64, LZ4), ${['ms', 'connected', 'disconnected'].map(sumColumn).join(', ')}, ${spotSums}`,
  order: 'station, at',
  settings: defaultGranularity,
  minutes: 1,
  steps: minuteSteps,
  keys: ['station', 'at'],
  listening: {
    ...{ ...slices, columns: ['listeners', 'ms', 'connected', 'disconnected'] },
    select: (from) => `select station, toDateTime(minute * 60, 'UTC') as at, ${minuteSums(...inMs)}
      from ${from} as one array join ${minutesTouched(...inMs)} as minute group by station, at`,
  },
  spots: {
    ...{ ...spots, columns: ofSpots },
    select: (from) => `select one.station as station, toStartOfMinute(toDateTime(one.at, 'UTC')) as at, ${spotCounts}
      from ${from} as one group by one.station, toStartOfMinute(toDateTime(one.at, 'UTC'))`,
  },
  former: [
    { table: 'minute_sums', minutes: '1', station: 'station' },
    { table: 'portal_minute_sums', minutes: '1', station: `''` },
  ],
});

const buckets = steppedRollup({
  name: 'listening_buckets',
  columns: `minutes UInt16, ${key}, ${numbers(timeSketches)}`,
  order: 'minutes, station, at',
  settings: fineGranularity,
  minutes: 15,
  steps: bucketSteps,
  keys: ['minutes', 'station', 'at'],
  listening: {
    ...{ ...slices, columns: ofSlices },
    select: (
      from,
    ) => `select station, toDateTime(toStartOfFifteenMinutes(since), 'UTC') as at, ${sliceSums}, ${sketchesOf(timeSketches)},
      sum(toUInt64(first = 0)) as open_at_start
      from ${from} as one group by station, at`,
  },
  spots: {
    ...{ ...spots, columns: ofSpots },
    select: (
      from,
    ) => `select one.station as station, toStartOfFifteenMinutes(toDateTime(one.at, 'UTC')) as at, ${spotCounts}
      from ${from} as one group by one.station, toStartOfFifteenMinutes(toDateTime(one.at, 'UTC'))`,
  },
  former: [
    { table: 'quarter_sums', minutes: '15', station: 'station' },
    { table: 'day_sums', minutes: '1440', station: 'station' },
    { table: 'portal_hour_sums', minutes: '60', station: `''` },
  ],
});

const audience = steppedRollup({
  name: 'audience_buckets',
  columns: `minutes UInt16, ${key}, ${dimension}, ${numbers(partSketches)}`,
  order: 'minutes, station, at, dimension, value',
  settings: fineGranularity,
  minutes: 60,
  steps: audienceSteps,
  keys: ['minutes', 'station', 'at'],
  listening: {
    ...{ ...slices, columns: ['dimension', 'value', ...ofSlices] },
    steps: audienceStepsOfDays,
    select: (from) => `select station, if(grouping(station) = 0, hour, day) as at, dimension, value, ${sliceSums},
        ${sketchesOf(partSketches)}, if(grouping(station) = 0, sum(open_at_hour), sum(open_at_day)) as open_at_start
      from (
        select station, toDateTime(toStartOfHour(since), 'UTC') as hour, toDateTime(toStartOfDay(since), 'UTC') as day,
          part.1 as dimension, part.2 as value, since, until, bytes, first, last, address,
          toUInt64(first = 0 and toStartOfFifteenMinutes(since) = hour) as open_at_hour,
          toUInt64(first = 0 and toStartOfFifteenMinutes(since) = day) as open_at_day
        from ${from} array join ${dimensionsOfSlice} as part
      )
      group by grouping sets ((station, hour, dimension, value), (day, dimension, value))`,
  },
  spots: {
    ...{ ...spots, columns: ['dimension', 'value', ...ofSpots] },
    select: (
      from,
    ) => `select one.station as station, toStartOfHour(toDateTime(one.at, 'UTC')) as at, part.1 as dimension,
      part.2 as value, ${spotCounts}
      from ${from} as one array join ${dimensionsOfSpot} as part
      group by one.station, toStartOfHour(toDateTime(one.at, 'UTC')), dimension, value`,
  },
  former: [
    { table: 'audience_hours', minutes: '60', station: 'station' },
    { table: 'portal_audience_sums', minutes: 'one.hours * 60', station: `''` },
  ],
});

const edges: Rollup = {
  name: 'session_edges',
  columns: `station LowCardinality(String), at DateTime64(3, 'UTC') codec(Delta, ZSTD),
    ${sumColumn('begins')} codec(ZSTD), ${sumColumn('ends')} codec(ZSTD)`,
  order: 'station, at',
  settings: defaultGranularity,
  from: slices,
  outputColumns: 'station, at, begins, ends',
  select: (
    from,
  ) => `select station, moment.1 as at, sum(toUInt64(1 - moment.2)) as begins, sum(toUInt64(moment.2)) as ends
    from ${from} as one array join arraySlice([(since, 0), (until, 1)], 2 - first, first + last) as moment
    group by station, at`,
};

export const listeningRollups: readonly Rollup[] = [minutes, buckets, audience, edges];
