import { partSketches, sketches, timeSketches } from '../table-columns.ts';

/*
 * The report cache: the counts of a bucket that is over, for a station or for an account's stations as a set. Each is
 * computed once from the rollups and stored as plain numbers; a row is valid while nothing arrived late since.
 */

const sum = (name: string): string => `${name} UInt64 codec(T64, LZ4)`;
const numbers = [
  ...['ms', 'connected', 'disconnected', 'connections', 'impressions', 'thirdQuartile'],
  ...['uniques', 'estimate', 'peak'],
];

/**
 * `cached_audience` holds audience values by day, and by week (`days` 7, from Monday) once that is over. `cached_listeners`
 * holds a day's listener sketches, so that those of several days can be merged; both exist where the day's buckets do.
 * `step` is `hour` or `day`, of days in the time zone, or `week` where a week's audience is cached; `uniques` are
 * counted by `addresses`, `estimate` by that sketch. `computed_at` is when the computation of a row began.
 */
const definitions = {
  cached_counts: `(
    subject String, zone LowCardinality(String), step LowCardinality(String), at DateTime('UTC') codec(Delta, LZ4),
    computed_at DateTime64(3, 'UTC') codec(Delta, LZ4), ${numbers.map(sum).join(', ')}
  ) engine = ReplacingMergeTree(computed_at) partition by toYYYYMM(at) order by (step, subject, zone, at)
    settings index_granularity = 1024, fsync_after_insert = 1`,

  cached_listeners: `(
    subject String, zone LowCardinality(String), at DateTime('UTC'), computed_at DateTime64(3, 'UTC'),
    ${sketches(timeSketches)}
  ) engine = ReplacingMergeTree(computed_at) partition by toYYYYMM(at) order by (subject, zone, at)
    settings index_granularity = 64, fsync_after_insert = 1`,

  cached_audience: `(
    subject String, zone LowCardinality(String), days UInt8, at DateTime('UTC'), dimension LowCardinality(String),
    value String, computed_at DateTime64(3, 'UTC'),
    ${['ms', 'connected', 'disconnected', 'impressions', 'thirdQuartile', 'open_at_start'].map(sum).join(', ')},
    ${sketches(partSketches)}
  ) engine = ReplacingMergeTree(computed_at) partition by toYYYYMM(at)
    order by (subject, zone, days, at, dimension, value) settings index_granularity = 256, fsync_after_insert = 1`,
};

type CacheTable = keyof typeof definitions;
export const cacheTables = ['cached_counts', 'cached_listeners', 'cached_audience'] as const satisfies CacheTable[];

export const reportCacheTables: readonly string[] = cacheTables.map(
  (table) => `create table if not exists ${table} ${definitions[table]}`,
);
