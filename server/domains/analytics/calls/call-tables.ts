/*
 * Call-to-listen calls: one row each, of which the last recorded counts. `answered` is 1970-01-01 where the call was
 * not answered; the caller's number is hashed.
 */

const settings = 'fsync_after_insert = 1, index_granularity = 1024';

export const callTables = [
  `create table if not exists calls (
    station LowCardinality(String), account LowCardinality(String), call String, did LowCardinality(String),
    caller UInt64, country LowCardinality(String), started DateTime64(3, 'UTC'), answered DateTime64(3, 'UTC'),
    ended DateTime64(3, 'UTC'), recorded DateTime64(3, 'UTC'), prompt_ms UInt32 default 0, station_ms UInt32 default 0,
    end LowCardinality(String) default '', reason LowCardinality(String) default '', trunk LowCardinality(String) default ''
  ) engine = ReplacingMergeTree(recorded) order by (station, call) settings ${settings}`,
] as const;
