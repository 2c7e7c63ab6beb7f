import type { ClickHouseClient } from '@clickhouse/client';
import { appTables } from './app/app-tables.ts';
import { callTables } from './calls/call-tables.ts';
import { playColumns } from './royalty/play-columns.ts';
import { createSums } from './summed-tables.ts';
import { carried, fine, kept, summed, summedCarried, sums } from './table-columns.ts';

/*
 * What listening is kept in: the slices themselves, and sums of them that statistics are read from: by minute and by
 * quarter of an hour of a station (for slots, which begin on quarters in every time zone), and those of
 * summed-tables.ts. What was played, who sent it, and the spots that were heard stand beside them.
 */

/** The minutes (counted since the epoch) that a slice `since_ms` to `until_ms` touches, the end not being part of it. */
export const minutesTouched = (since: string, until: string): string =>
  `range(toUInt32(intDiv(${since}, 60000)), toUInt32(intDiv(greatest(${since}, ${until} - 1), 60000) + 1))`;

/** What a slice is of one of its minutes: sessions heard in it (`listeners`), ms, comings, goings and addresses. */
export const summedOfMinute = (since: string, until: string): string =>
  `sum(toUInt64(1)) as listeners,
     sum(toUInt64(greatest(0, least(${until}, (minute + 1) * 60000) - greatest(${since}, minute * 60000)))) as ms,
     sum(toUInt64(first and minute = intDiv(${since}, 60000))) as connected,
     sum(toUInt64(last and minute = intDiv(greatest(${since}, ${until} - 1), 60000))) as disconnected,
     uniqState(address) as addresses`;

const [since, until] = ['toUnixTimestamp64Milli(since)', 'toUnixTimestamp64Milli(until)'];

/** Audiences by country and device alone, which `parts` took the place of. */
const outlived = ['listening', 'days'];

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
  ) engine = MergeTree partition by toYYYYMM(since) order by (station, since, session, n) settings ${kept}`,

  `create table if not exists minutes (
    station LowCardinality(String), at DateTime('UTC') codec(DoubleDelta, ZSTD),
    listeners SimpleAggregateFunction(sum, UInt64) codec(ZSTD), ms SimpleAggregateFunction(sum, UInt64),
    connected SimpleAggregateFunction(sum, UInt64), disconnected SimpleAggregateFunction(sum, UInt64),
    addresses AggregateFunction(uniq, UInt64)
  ) engine = AggregatingMergeTree partition by toYYYYMM(at) order by (station, at) settings ${fine}`,

  `create materialized view if not exists minutes_of_slices to minutes as
   select station, toDateTime(minute * 60, 'UTC') as at, ${summedOfMinute(since, until)}
   from slices array join ${minutesTouched(since, until)} as minute group by station, minute`,

  `create table if not exists quarters (station LowCardinality(String), at DateTime('UTC'), ${sums}, ${carried})
   engine = AggregatingMergeTree partition by toYYYYMM(at) order by (station, at) settings ${fine}`,

  `create materialized view if not exists quarters_of_slices to quarters as
   select station, toStartOfFifteenMinutes(since) as at, ${summed}, ${summedCarried}
   from slices group by station, at`,

  `create table if not exists plays (
    engine LowCardinality(String), station LowCardinality(String), account LowCardinality(String),
    at DateTime64(3, 'UTC'), source LowCardinality(String), track String, title String, artist String, album String
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, at) settings ${kept}`,

  `create table if not exists sources (
    engine LowCardinality(String), station LowCardinality(String), account LowCardinality(String),
    at DateTime64(3, 'UTC'), event LowCardinality(String), reason String, user_agent String
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, at) settings ${kept}`,

  `alter table plays add column if not exists why LowCardinality(String) default '',
     add column if not exists skipped String default ''`,

  `alter table sources add column if not exists source LowCardinality(String) default 'live',
     add column if not exists url String default ''`,

  ...playColumns,
  ...appTables,
  ...callTables,

  `create table if not exists spots (
    engine LowCardinality(String), station LowCardinality(String), account LowCardinality(String),
    at DateTime64(3, 'UTC'), campaign LowCardinality(String), session String, quartile UInt8,
    country LowCardinality(String), region LowCardinality(String), city LowCardinality(String),
    device LowCardinality(String), player LowCardinality(String), os LowCardinality(String),
    referer String, output LowCardinality(String)
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, at) settings ${kept}`,

  ...['minutes', 'quarters'].map(
    (table) => `alter table ${table}
      add column if not exists impressions SimpleAggregateFunction(sum, UInt64),
      add column if not exists thirdQuartile SimpleAggregateFunction(sum, UInt64)`,
  ),

  ...outlived.map((table) => `drop view if exists ${table}_of_slices`),
];

/** Makes the tables that are missing. Whoever calls holds the lock of the spool, so that one process does it at a time. */
export const createTables = async (clickhouse: ClickHouseClient): Promise<void> => {
  for (const query of statements) await clickhouse.command({ query });
  await createSums(clickhouse);
  for (const table of outlived) await clickhouse.command({ query: `drop table if exists ${table}` });
};
