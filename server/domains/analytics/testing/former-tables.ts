import { dimensionsOfSlice } from '../audience-dimensions.ts';

/*
 * Tables and views as released before they were renamed (rename-tables.ts): the statements of that release, except the
 * tables and views that are the same today.
 */

const sum = (name: string): string => `${name} SimpleAggregateFunction(sum, UInt64)`;
const plainSums = ['ms', 'bytes', 'connected', 'disconnected'].map(sum).join(', ');
const spotSums = ['impressions', 'thirdQuartile'].map(sum).join(', ');
const sketches = (precision: number): string =>
  `addresses AggregateFunction(uniq, UInt64), estimate AggregateFunction(uniqCombined(${precision}), UInt64)`;
const drawn = (precision: number): string =>
  `uniqState(address) as addresses, uniqCombinedState(${precision})(address) as estimate`;
const merged = (precision: number): string =>
  `uniqMergeState(one.addresses) as addresses, uniqCombinedMergeState(${precision})(one.estimate) as estimate`;
const sliceSums = `sum(toUInt64(greatest(0, toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since)))) as ms,
  sum(bytes) as bytes, sum(toUInt64(first)) as connected, sum(toUInt64(last)) as disconnected`;
const ofOne = (names: readonly string[]): string => names.map((name) => `sum(one.${name}) as ${name}`).join(', ');
const mergedSums = ofOne(['ms', 'bytes', 'connected', 'disconnected']);
const mergedSpotSums = ofOne(['impressions', 'thirdQuartile']);

const rollup = (name: string, columns: string, order: string, settings = ', index_granularity = 256'): string =>
  `create table ${name} (${columns}) engine = AggregatingMergeTree partition by toYYYYMM(at) order by (${order})
   settings non_replicated_deduplication_window = 10000${settings}`;

const ofTime = (name: string, start: string): string[] => [
  rollup(
    name,
    `station LowCardinality(String), at DateTime('UTC'), ${plainSums}, ${sketches(13)}, ${sum('carried')}, ${spotSums}`,
    'station, at',
  ),
  `create materialized view ${name}_of_slices to ${name} as
   select station, toDateTime(${start}(since), 'UTC') as at, ${sliceSums}, ${drawn(13)},
    sum(toUInt64(first = 0 and toStartOfFifteenMinutes(since) = ${start}(since))) as carried
    from slices as one group by station, at`,
];

const ofPortal = (name: string, table: string, start: string): string[] => [
  rollup(name, `at DateTime('UTC'), ${plainSums}, ${sketches(13)}, ${sum('carried')}, ${spotSums}`, 'at'),
  `create materialized view ${name}_of_${table} to ${name} as
   select toDateTime(${start}(one.at), 'UTC') as at, ${mergedSums}, ${merged(13)},
    sum(if(one.at = ${start}(one.at), one.carried, 0)) as carried, ${mergedSpotSums}
    from ${table} as one group by ${start}(one.at)`,
];

const part = `at DateTime('UTC'), dimension LowCardinality(String), value String`;
const partNumbers = `${plainSums}, ${sketches(12)}, ${sum('carried')}, ${spotSums}`;
const both = 'ms, bytes, connected, disconnected, addresses, estimate, carried, impressions, thirdQuartile'.split(', ');
const day = `toDateTime(toStartOfDay(one.at), 'UTC')`;

const audience = [
  rollup('audience_hours', `station LowCardinality(String), ${part}, ${partNumbers}`, 'station, at, dimension, value'),
  `create materialized view audience_hours_of_slices to audience_hours as
   select station, toDateTime(toStartOfHour(since), 'UTC') as at, part.1 as dimension, part.2 as value, ${sliceSums},
    ${drawn(12)}, sum(toUInt64(first = 0 and toStartOfFifteenMinutes(since) = toStartOfHour(since))) as carried
    from slices array join ${dimensionsOfSlice} as part group by station, at, dimension, value`,
  rollup('portal_audience_sums', `hours UInt8, ${part}, ${partNumbers}`, 'hours, at, dimension, value'),
  `create materialized view portal_audience_sums_of_audience_hours to portal_audience_sums as
   select step.1 as hours, step.2 as at, one.dimension as dimension, one.value as value,
    ${both.map((name) => (name === 'carried' ? 'if(step.2 = one.day, one.carried, 0) as carried' : `one.${name} as ${name}`)).join(', ')}
   from (select ${day} as day, one.dimension as dimension, one.value as value, ${mergedSums}, ${merged(12)},
      sum(if(one.at = ${day}, one.carried, 0)) as carried, ${mergedSpotSums}
     from audience_hours as one group by day, one.dimension, one.value) as one
   array join [(24, one.day), (168, toDateTime(toMonday(one.day), 'UTC'))] as step`,
];

const moments = [
  rollup(
    'moments',
    `station LowCardinality(String), at DateTime64(3, 'UTC') codec(Delta, ZSTD), begins SimpleAggregateFunction(sum, UInt64) codec(ZSTD),
     ends SimpleAggregateFunction(sum, UInt64) codec(ZSTD)`,
    'station, at',
    '',
  ),
  `create materialized view moments_of_slices to moments as
   select station, moment.1 as at, sum(toUInt64(1 - moment.2)) as begins, sum(toUInt64(moment.2)) as ends
   from slices as one array join arraySlice([(since, 0), (until, 1)], 2 - first, first + last) as moment
   group by station, at`,
];

/** The report cache of that release, and of the one after it: both are computed again. */
const caches = [
  'kept_counts',
  'kept_listeners',
  'kept_audience',
  'cached_counts',
  'cached_listeners',
  'cached_audience',
];
const cache = caches.map(
  (name) => `create table ${name} (subject String, ms UInt64) engine = MergeTree order by subject`,
);

const watermarks = ['at', 'songs'].map((name) => `${name} SimpleAggregateFunction(max, DateTime64(3, 'UTC'))`);
const late = `create table late_days (day Date, ${watermarks.join(', ')}) engine = AggregatingMergeTree order by day
  settings non_replicated_deduplication_window = 10000, fsync_after_insert = 1`;

/** Run in this order. */
export const formerTables: readonly string[] = [
  ...ofTime('quarter_sums', 'toStartOfFifteenMinutes'),
  ...ofTime('day_sums', 'toStartOfDay'),
  ...moments,
  ...ofPortal('portal_hour_sums', 'quarter_sums', 'toStartOfHour'),
  ...ofPortal('portal_day_sums', 'day_sums', 'toStartOfDay'),
  ...audience,
  ...cache,
  late,
];
