import type { ClickHouseClient } from '@clickhouse/client';
import { createTable } from '#server/platform/clickhouse/dialect.ts';

/*
 * ClickHouse tables of downloads: every request slice with its verdict, and rollups by quarter-hour (days of every time
 * zone start on one) and by UTC day, from which statistics are read. As for listening, the raw table and the rollups
 * all have deduplication windows, so that a repeated batch counts once in each.
 */

const window = 'non_replicated_deduplication_window = 10000';
const rawSettings = `${window}, fsync_after_insert = 1`;
const rollupSettings = `${window}, index_granularity = 256`;

const keys = `podcast String, episode String, at DateTime('UTC'),
    country LowCardinality(String), app LowCardinality(String), device LowCardinality(String)`;
const sums = `downloads SimpleAggregateFunction(sum, UInt64), requests SimpleAggregateFunction(sum, UInt64),
    bytes SimpleAggregateFunction(sum, UInt64), listeners AggregateFunction(uniq, UInt64)`;
const summed = `sum(toUInt64(download)) as downloads, sum(toUInt64(n = 0)) as requests, sum(bytes) as bytes,
     uniqStateIf(listener, download = 1) as listeners`;

const sumTable = (name: string) =>
  `create table if not exists ${name} (${keys}, ${sums}) engine = AggregatingMergeTree partition by toYYYYMM(at)
   order by (podcast, at, episode, country, app, device) settings ${rollupSettings}`;
const sumView = (name: string, slot: string) =>
  `create materialized view if not exists ${name}_of_requests to ${name} as
   select podcast, episode, ${slot} as at, country, app, device, ${summed}
   from (select * except at, at as moment from podcast_requests)
   group by podcast, episode, at, country, app, device`;

/** Each is idempotent; a released statement is never changed. */
const tables = [
  `create table if not exists podcast_requests (
    request String, n UInt32, last UInt8, at DateTime64(3, 'UTC'),
    account LowCardinality(String), podcast String, episode String, listener UInt64,
    country LowCardinality(String), app LowCardinality(String), device LowCardinality(String),
    os LowCardinality(String), referer String, method LowCardinality(String), status UInt16,
    started DateTime64(3, 'UTC'), first UInt64, bytes UInt64, size UInt64,
    download UInt8, verdict LowCardinality(String), reason String,
    region LowCardinality(String) default '', city LowCardinality(String) default ''
  ) engine = MergeTree partition by toYYYYMM(at) order by (podcast, at, request, n) settings ${rawSettings}`,
  sumTable('podcast_quarters'),
  sumTable('podcast_days'),
];

const views = [
  sumView('podcast_quarters', 'toStartOfFifteenMinutes(moment)'),
  sumView('podcast_days', `toDateTime(toStartOfDay(moment), 'UTC')`),
];

/** All tables with download data. */
export const podcastTables = ['podcast_requests', 'podcast_quarters', 'podcast_days'] as const;

/** Creates missing tables. The caller has to hold the counting lock, so that only one process does so. */
export const createPodcastTables = async (clickhouse: ClickHouseClient): Promise<void> => {
  for (const statement of tables) await createTable(clickhouse, statement);
  for (const query of views) await clickhouse.command({ query });
};
