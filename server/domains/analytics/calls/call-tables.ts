/*
 * Call-to-listen calls: one row each, of which the last recorded counts. `answered` is 1970-01-01 where the call was
 * not answered; the caller's number is hashed.
 */

const settings = 'fsync_after_insert = 1, index_granularity = 1024';

export const callTables = [
  `create table if not exists calls (
    station LowCardinality(String), account LowCardinality(String), call String, did LowCardinality(String),
    caller UInt64, country LowCardinality(String), started DateTime64(3, 'UTC'), answered DateTime64(3, 'UTC'),
    ended DateTime64(3, 'UTC'), recorded DateTime64(3, 'UTC')
  ) engine = ReplacingMergeTree(recorded) order by (station, call) settings ${settings}`,

  `alter table calls add column if not exists prompt_ms UInt32 default 0,
     add column if not exists station_ms UInt32 default 0,
     add column if not exists end LowCardinality(String) default '',
     add column if not exists reason LowCardinality(String) default '',
     add column if not exists trunk LowCardinality(String) default ''`,
] as const;
