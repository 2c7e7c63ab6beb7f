import { partSketches, timeSketches } from '../table-columns.ts';

/*
 * The report cache: what reports show of hours, days and weeks that are over, for a station or for an account's stations
 * as a set. Each row is computed once from the rollups; it is valid while nothing arrived late since (`computed_at` is
 * when its computation began), and is deleted with its station or set.
 *
 * | step            | dimension   | a row is                                                                          |
 * | --------------- | ----------- | --------------------------------------------------------------------------------- |
 * | `hour`          | ''          | an hour of a day in the time zone                                                 |
 * | `day`           | ''          | a day; its sketches let the listeners of several days be merged                   |
 * | `week`          | ''          | says that the audience of this week (from Monday) is cached; without numbers      |
 * | `audience_day`  | `country` … | what one value of an audience dimension adds to a day                             |
 * | `audience_week` | `country` … | what one value of an audience dimension adds to a week                            |
 *
 * `open_at_start` are sessions that were open when the bucket began. `uniques` and `estimated_uniques` are the listeners
 * that `addresses` and `estimate` count. Parts of an audience have their own estimate (`part_estimate`).
 */

const number = (column: string): string => `${column} UInt64 codec(T64, LZ4)`;

/** What adds up. */
const sums = ['ms', 'connected', 'disconnected', 'impressions', 'thirdQuartile', 'open_at_start'] as const;

export const reportCacheTable = `create table if not exists report_cache (
    step LowCardinality(String), subject String, zone LowCardinality(String), at DateTime('UTC') codec(Delta, LZ4),
    dimension LowCardinality(String), value String, computed_at DateTime64(3, 'UTC') codec(Delta, LZ4),
    ${[...sums, 'uniques', 'estimated_uniques', 'peak'].map(number).join(', ')},
    addresses AggregateFunction(${timeSketches.addresses}, UInt64),
    estimate AggregateFunction(${timeSketches.estimate}, UInt64),
    part_estimate AggregateFunction(${partSketches.estimate}, UInt64)
  ) engine = ReplacingMergeTree(computed_at) partition by toYYYYMM(at)
  order by (step, subject, zone, at, dimension, value) settings index_granularity = 256, fsync_after_insert = 1`;
