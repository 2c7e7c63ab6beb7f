import type { ClickHouseClient } from '@clickhouse/client';
import { tooOld } from '#server/kernel/db/too-old.ts';
import { appTables } from './app/app-sessions.ts';
import { callTables } from './calls/record-calls.service.ts';
import { createRollups, formerRollups } from './rollups.ts';
import { reportCacheTable } from './report-cache/report-cache-table.ts';
import { lateArrivalsTable } from './late-arrivals.ts';
import { playerCountsTable } from './players/player-tables.ts';
import { createTable } from '#server/platform/clickhouse/dialect.ts';
import { queryRows } from '#server/platform/clickhouse/query.ts';
import { spotTables } from './spot-tables.ts';
import { rawTableSettings } from './table-columns.ts';

/** Track details recorded with a play, for reports after the track is deleted; `lasts` in ms, 0 where unknown. */
const trackColumns = `isrc String default '', label LowCardinality(String) default '', lasts UInt32 default 0`;

/*
 * What stations can give campaigns: their listening of the last four weeks by hour of the week (UTC, 0 is Monday 00:00), place
 * and player. Each night adds a build of each station; the row of `ad_supply_stations` in PostgreSQL says which one counts.
 */

/** Each creates a table; a released statement is never changed. */
const supplyTables: readonly string[] = [
  `create table if not exists ad_supply (
    station LowCardinality(String), build String, built Date,
    country LowCardinality(String), region LowCardinality(String), city LowCardinality(String),
    device LowCardinality(String), os LowCardinality(String), player LowCardinality(String), output LowCardinality(String),
    hour UInt8, ms Float64, connects Float64
  ) engine = MergeTree partition by built order by (station, build, hour) settings ${rawTableSettings}`,
];

/*
 * What a day's (UTC) sessions heard of each song, by quarter hour, because periods begin and end with one in every time
 * zone. `isOn` marks songs that were already on when their quarter hour began, with the sessions that heard them then.
 * A day is computed as a whole from `plays` and `session_edges` once it is over, and again after late arrivals
 * (late-arrivals.ts). Inserts are not deduplicated: a recomputed day is mostly identical to the previous one.
 */
const songTables: readonly string[] = [
  `create table if not exists song_quarters (
    station LowCardinality(String), at DateTime('UTC') codec(Delta, LZ4), isOn UInt8, artist String, title String,
    plays UInt32, left UInt32, listeners UInt32
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, isOn, at) settings fsync_after_insert = 1`,
];

/*
 * The raw tables of listening: slices, plays, source events and spots. The rollups that statistics read are in
 * listening-rollups.ts.
 */

/** Rollups and caches that were replaced, and the views that filled them. */
const replacedTables = [
  ...['cached_counts', 'cached_listeners', 'cached_audience', 'portal_day_sums', 'revenue_sums'],
  ...formerRollups.tables,
];
const replacedViews = ['portal_day_sums_of_day_sums', 'revenue_sums_of_revenue_quarters', ...formerRollups.views];

/** Each creates a table; a released statement is never changed. */
const statements = [
  `create table if not exists slices (
    engine LowCardinality(String), session String, n UInt32,
    station LowCardinality(String), account LowCardinality(String),
    started DateTime64(3, 'UTC'), since DateTime64(3, 'UTC'), until DateTime64(3, 'UTC'), bytes UInt64,
    first UInt8, last UInt8, address UInt64,
    country LowCardinality(String), region LowCardinality(String), city LowCardinality(String),
    device LowCardinality(String), player LowCardinality(String), os LowCardinality(String),
    referer String, output LowCardinality(String),
    embed LowCardinality(String) default '', site LowCardinality(String) default ''
  ) engine = MergeTree partition by toYYYYMM(since) order by (station, since, session, n) settings ${rawTableSettings}`,

  `create table if not exists plays (
    engine LowCardinality(String), station LowCardinality(String), account LowCardinality(String),
    at DateTime64(3, 'UTC'), source LowCardinality(String), track String, title String, artist String, album String,
    why LowCardinality(String) default '', skipped String default '', ${trackColumns}
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, at) settings ${rawTableSettings}`,

  `create table if not exists sources (
    engine LowCardinality(String), station LowCardinality(String), account LowCardinality(String),
    at DateTime64(3, 'UTC'), event LowCardinality(String), reason String, user_agent String,
    source LowCardinality(String) default 'live', url String default ''
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, at) settings ${rawTableSettings}`,

  ...appTables,
  ...callTables,
  playerCountsTable,
  lateArrivalsTable,
  ...songTables,
  reportCacheTable,

  ...spotTables,
  ...supplyTables,
];

/** Tables that workers compute from rollups and plays, and recompute where rows are missing. */
export const derivedTables: readonly string[] = ['report_cache', 'song_quarters', 'late_arrivals'];

/** Tables that the last commit before the first release renamed or replaced (ADR 77). */
const formerTables = [
  'moments',
  'late_days',
  'kept_counts',
  'kept_listeners',
  'kept_audience',
  'audience_sums',
  'hour_sums',
];

/**
 * Creates missing tables. The caller holds the spool lock, so only one process does this at a time. Throws where the
 * database is of a development version that this one cannot continue.
 */
export const createTables = async (clickhouse: ClickHouseClient): Promise<void> => {
  const existing = await tablesOf(clickhouse);
  const former = formerTables.filter((name) => existing.has(name));
  if (former.length > 0) throw tooOld(`ClickHouse has the tables ${former.join(', ')}`);
  // At each start that is none of them; each would need a session of its own.
  for (const statement of statements) if (!existing.has(createdBy(statement))) await createTable(clickhouse, statement);
  await createRollups(clickhouse);
  await dropReplaced(clickhouse, existing);
};

/** Drops the views first: without its table, a view makes every insert fail. */
const dropReplaced = async (clickhouse: ClickHouseClient, existing: ReadonlySet<string>): Promise<void> => {
  for (const view of replacedViews)
    if (existing.has(view)) await clickhouse.command({ query: `drop view if exists ${view}` });
  for (const table of replacedTables)
    if (existing.has(table)) await clickhouse.command({ query: `drop table if exists ${table}` });
};

const createdBy = (query: string): string => /^create table if not exists (\w+)/.exec(query)?.[1] ?? '';

const tablesOf = async (clickhouse: ClickHouseClient): Promise<Set<string>> => {
  const query = 'select name from system.tables where database = currentDatabase()';
  return new Set((await queryRows<{ name: string }>(clickhouse, query)).map(({ name }) => name));
};
