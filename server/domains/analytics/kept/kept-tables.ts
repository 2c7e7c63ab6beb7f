import { partSketches, sketches, timeSketches } from '../table-columns.ts';

/*
 * What a report tells of a slot that is over, for whoever is asked about: a station, or the stations of an account as
 * one. It is counted once, of the sums, and kept as plain numbers; a row counts while nothing came late since it was made.
 */

const sum = (name: string): string => `${name} UInt64 codec(T64, LZ4)`;
const numbers = [
  ...['ms', 'connected', 'disconnected', 'connections', 'impressions', 'thirdQuartile'],
  ...['uniques', 'estimate', 'peak'],
];

/**
 * `kept_audience` are the parts of an audience by the day, and by the week (of `days` 7, from Monday) once that is over.
 * `kept_listeners` are who listened on a day, so that those of several days can be told; both are there where the day's
 * slots are. `step` is `hour` or `day`, of days in the time zone, or `week` where one's audience is kept;
 * `uniques` are those of `addresses`, `estimate` of that sketch.
 */
export const keptTables: readonly string[] = [
  `create table if not exists kept_counts (
    subject String, zone LowCardinality(String), step LowCardinality(String), at DateTime('UTC') codec(Delta, LZ4),
    made DateTime64(3, 'UTC') codec(Delta, LZ4), ${numbers.map(sum).join(', ')}
  ) engine = ReplacingMergeTree(made) partition by toYYYYMM(at) order by (step, subject, zone, at)
    settings index_granularity = 1024, fsync_after_insert = 1`,

  `create table if not exists kept_listeners (
    subject String, zone LowCardinality(String), at DateTime('UTC'), made DateTime64(3, 'UTC'), ${sketches(timeSketches)}
  ) engine = ReplacingMergeTree(made) partition by toYYYYMM(at) order by (subject, zone, at)
    settings index_granularity = 64, fsync_after_insert = 1`,

  `create table if not exists kept_audience (
    subject String, zone LowCardinality(String), days UInt8, at DateTime('UTC'), dimension LowCardinality(String),
    value String, made DateTime64(3, 'UTC'), ${['ms', 'connected', 'disconnected', 'impressions', 'thirdQuartile', 'here'].map(sum).join(', ')},
    ${sketches(partSketches)}
  ) engine = ReplacingMergeTree(made) partition by toYYYYMM(at) order by (subject, zone, days, at, dimension, value)
    settings index_granularity = 256, fsync_after_insert = 1`,
];
