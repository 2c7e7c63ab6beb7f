import type { ClickHouseClient } from '@clickhouse/client';
import { appTables } from './app/app-tables.ts';
import { callTables } from './calls/call-tables.ts';
import { playColumns } from './royalty/play-columns.ts';
import { createRollups } from './create-rollups.ts';
import { reportCacheTable } from './report-cache/report-cache-table.ts';
import { lateArrivalsTable } from './late-arrivals.ts';
import { playerCountsTable } from './players/player-tables.ts';
import { columnsOf, renameTables, tablesOf } from './rename-tables.ts';
import { songTables } from './songs/song-tables.ts';
import { priceColumnsOfSpots } from './revenue-tables.service.ts';
import { spotTables } from './spot-tables.ts';
import { supplyTables } from './supply-tables.ts';
import { rawTableSettings } from './table-columns.ts';

/*
 * The raw tables of listening: slices, plays, source events and spots. The rollups that statistics read are in
 * rollup-tables.ts.
 */

/** Former rollups and caches that were replaced, and the views that filled them. */
const replacedTables = [
  'listening',
  'days',
  'minutes',
  'quarters',
  'parts',
  'portal_minutes',
  'portal_hours',
  'portal_parts',
  'part_sums',
  'portal_part_sums',
  'song_days',
  'song_days_made',
  'audience_sums',
  'hour_sums',
  'kept_slots',
  ...['kept_counts', 'kept_listeners', 'kept_audience'],
  ...['cached_counts', 'cached_listeners', 'cached_audience'],
  'portal_day_sums',
  'revenue_sums',
];
const replacedViews = [
  ...['listening', 'days', 'minutes', 'quarters', 'parts'].map((table) => `${table}_of_slices`),
  ...['minutes', 'quarters', 'parts'].map((table) => `${table}_of_spots`),
  ...['portal_minutes_of_minutes', 'portal_hours_of_quarters', 'portal_parts_of_parts'],
  ...['portal_part_sums_of_part_sums', 'part_sums_of_slices', 'part_sums_of_spots'],
  ...['portal_audience_sums_of_audience_sums', 'audience_sums_of_slices', 'audience_sums_of_spots'],
  ...['portal_hour_sums_of_hour_sums', 'hour_sums_of_slices', 'hour_sums_of_spots'],
  'portal_day_sums_of_day_sums',
  'revenue_sums_of_revenue_quarters',
];

/** Run in order, each repeatable; a released statement is never changed. */
const statements = [
  `create table if not exists slices (
    engine LowCardinality(String), session String, n UInt32,
    station LowCardinality(String), account LowCardinality(String),
    started DateTime64(3, 'UTC'), since DateTime64(3, 'UTC'), until DateTime64(3, 'UTC'), bytes UInt64,
    first UInt8, last UInt8, address UInt64,
    country LowCardinality(String), region LowCardinality(String), city LowCardinality(String),
    device LowCardinality(String), player LowCardinality(String), os LowCardinality(String),
    referer String, output LowCardinality(String)
  ) engine = MergeTree partition by toYYYYMM(since) order by (station, since, session, n) settings ${rawTableSettings}`,

  `create table if not exists plays (
    engine LowCardinality(String), station LowCardinality(String), account LowCardinality(String),
    at DateTime64(3, 'UTC'), source LowCardinality(String), track String, title String, artist String, album String
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, at) settings ${rawTableSettings}`,

  `create table if not exists sources (
    engine LowCardinality(String), station LowCardinality(String), account LowCardinality(String),
    at DateTime64(3, 'UTC'), event LowCardinality(String), reason String, user_agent String
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, at) settings ${rawTableSettings}`,

  `alter table plays add column if not exists why LowCardinality(String) default '',
     add column if not exists skipped String default ''`,

  `alter table slices add column if not exists embed LowCardinality(String) default '',
     add column if not exists site LowCardinality(String) default ''`,

  `alter table sources add column if not exists source LowCardinality(String) default 'live',
     add column if not exists url String default ''`,

  ...playColumns,
  ...appTables,
  ...callTables,
  playerCountsTable,
  lateArrivalsTable,
  ...songTables,
  reportCacheTable,

  `create table if not exists spots (
    engine LowCardinality(String), station LowCardinality(String), account LowCardinality(String),
    at DateTime64(3, 'UTC'), campaign LowCardinality(String), session String, quartile UInt8,
    country LowCardinality(String), region LowCardinality(String), city LowCardinality(String),
    device LowCardinality(String), player LowCardinality(String), os LowCardinality(String),
    referer String, output LowCardinality(String)
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, at) settings ${rawTableSettings}`,

  ...spotTables,
  ...priceColumnsOfSpots,
  ...supplyTables,
];

/** Tables that workers compute from rollups and plays, and recompute where rows are missing. */
export const derivedTables: readonly string[] = [
  ...['report_cache', 'song_quarters', 'late_arrivals'],
  // Their former names (rename-tables.ts) and predecessors.
  ...['cached_counts', 'cached_listeners', 'cached_audience'],
  ...['kept_counts', 'kept_listeners', 'kept_audience', 'late_days'],
];

/** Gives tables from before their current names and creates missing ones. The caller holds the spool lock, so only one process does this at a time. */
export const createTables = async (clickhouse: ClickHouseClient): Promise<void> => {
  await renameTables(clickhouse);
  for (const query of await outstanding(clickhouse, statements)) await clickhouse.command({ query });
  await createRollups(clickhouse);
  await dropReplaced(clickhouse);
};

const addsColumns = /^alter table \w+ (?:add column if not exists \w+ [\w()]+(?: default \S+?)?,?\s*)+$/;

/** Leaves out what only creates tables and columns that exist: at each start that is everything, in an exclusive session each. */
const outstanding = async (clickhouse: ClickHouseClient, all: readonly string[]): Promise<readonly string[]> => {
  const tableOf = (query: string): string => /^(?:create table if not exists|alter table) (\w+)/.exec(query)?.[1] ?? '';
  const columns = await columnsOf(clickhouse, all.map(tableOf));
  return all.filter((query) => {
    const existing = columns.get(tableOf(query));
    if (existing === undefined) return true;
    if (!addsColumns.test(query)) return !query.startsWith('create table if not exists ');
    const added = [...query.matchAll(/add column if not exists (\w+)/g)].map(([, name = '']) => name);
    return added.some((name) => !existing.includes(name));
  });
};

/** Drops the views first: without its table, a view makes every insert fail. */
const dropReplaced = async (clickhouse: ClickHouseClient): Promise<void> => {
  const existing = await tablesOf(clickhouse);
  for (const view of replacedViews)
    if (existing.has(view)) await clickhouse.command({ query: `drop view if exists ${view}` });
  for (const table of replacedTables)
    if (existing.has(table)) await clickhouse.command({ query: `drop table if exists ${table}` });
};
