import type { ClickHouseClient } from '@clickhouse/client';

/*
 * What listening is kept in. Deduplication windows stand on the raw tables and on the rollup alike: with tokens
 * alone a view would count a batch twice that is sent again.
 */

const window = 'non_replicated_deduplication_window = 10000';

/** One after the other, each bearing to be run again; one that has been released is never changed. */
const statements = [
  `create table if not exists slices (
    engine LowCardinality(String), session String, n UInt32,
    station LowCardinality(String), account LowCardinality(String),
    started DateTime64(3, 'UTC'), since DateTime64(3, 'UTC'), until DateTime64(3, 'UTC'), bytes UInt64,
    first UInt8, last UInt8, address UInt64,
    country LowCardinality(String), region LowCardinality(String), city LowCardinality(String),
    device LowCardinality(String), player LowCardinality(String), os LowCardinality(String),
    referer String, output LowCardinality(String)
  ) engine = MergeTree partition by toYYYYMM(since) order by (station, since, session, n) settings ${window}`,

  `create table if not exists listening (
    station LowCardinality(String), at DateTime('UTC'),
    country LowCardinality(String), device LowCardinality(String), account LowCardinality(String),
    ms SimpleAggregateFunction(sum, UInt64), bytes SimpleAggregateFunction(sum, UInt64),
    connected SimpleAggregateFunction(sum, UInt64), disconnected SimpleAggregateFunction(sum, UInt64),
    carried SimpleAggregateFunction(sum, UInt64), addresses AggregateFunction(uniq, UInt64)
  ) engine = AggregatingMergeTree partition by toYYYYMM(at) order by (station, at, country, device, account)
  settings ${window}`,

  `create materialized view if not exists listening_of_slices to listening as
   select station, toStartOfFifteenMinutes(since) as at, country, device, account,
     sum(toUInt64(greatest(0, toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since)))) as ms, sum(bytes) as bytes,
     sum(toUInt64(first)) as connected, sum(toUInt64(last)) as disconnected, sum(toUInt64(1 - first)) as carried,
     uniqState(address) as addresses
   from slices group by station, at, country, device, account`,

  `create table if not exists plays (
    engine LowCardinality(String), station LowCardinality(String), account LowCardinality(String),
    at DateTime64(3, 'UTC'), source LowCardinality(String), track String, title String, artist String, album String
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, at) settings ${window}`,

  `create table if not exists sources (
    engine LowCardinality(String), station LowCardinality(String), account LowCardinality(String),
    at DateTime64(3, 'UTC'), event LowCardinality(String), reason String, user_agent String
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, at) settings ${window}`,
];

/** Makes the tables that are missing. Whoever calls holds the lock of the spool, so that one process does it at a time. */
export const createTables = async (clickhouse: ClickHouseClient): Promise<void> => {
  for (const query of statements) await clickhouse.command({ query });
};
