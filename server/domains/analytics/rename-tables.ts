import type { ClickHouseClient } from '@clickhouse/client';
import { literal, queryRows } from '#server/platform/clickhouse/query.ts';
import { createView, modifyView, viewOf } from './create-rollups.ts';
import { rollupTables } from './rollup-tables.ts';

/*
 * Tables and columns whose names changed. They are renamed in place, because no rollup can be filled again: it has data
 * of sessions that are no longer in the raw tables. The report cache is computed again.
 */

/** Tables that were renamed, by their former names. */
export const renamedTables: Readonly<Record<string, string>> = { moments: 'session_edges', late_days: 'late_arrivals' };
/** Fills the former `moments`; where it exists, the rollup is complete. */
const formerEdgesView = 'moments_of_slices';

const openAtStart = { carried: 'open_at_start' };
/** `late_arrivals` is last: while it can't be read, no worker deletes what it would compute again from the others. */
const renamedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  quarter_sums: openAtStart,
  day_sums: openAtStart,
  audience_hours: openAtStart,
  portal_hour_sums: openAtStart,
  portal_audience_sums: openAtStart,
  // `audience_hours` is filled from it where that is missing.
  audience_sums: openAtStart,
  late_arrivals: { at: 'late_until', songs: 'songs_computed_at' },
};

/**
 * Gives tables, columns and views from before their current names. Each step checks whether it is still to be done, so
 * an interrupted run continues. The caller holds the spool lock: nothing is inserted meanwhile.
 */
export const renameTables = async (clickhouse: ClickHouseClient): Promise<void> => {
  await renameInPlace(clickhouse);
  await replaceEdgesView(clickhouse);
  await renameColumns(clickhouse);
  await renameColumnsInViews(clickhouse);
};

const renameInPlace = async (clickhouse: ClickHouseClient): Promise<void> => {
  const tables = await tablesOf(clickhouse);
  for (const [from, to] of Object.entries(renamedTables))
    if (tables.has(from) && !tables.has(to)) await run(clickhouse, `rename table ${from} to ${to}`);
};

/** Creates the view under its current name first: without one, `createRollups` would fill the table again. */
const replaceEdgesView = async (clickhouse: ClickHouseClient): Promise<void> => {
  const tables = await tablesOf(clickhouse);
  const edges = rollupTables.find(({ name }) => name === 'session_edges')!;
  if (!tables.has(formerEdgesView)) return;
  if (tables.has(edges.name) && !tables.has(viewOf(edges))) await createView(clickhouse, edges);
  await run(clickhouse, `drop view ${formerEdgesView}`);
};

const renameColumns = async (clickhouse: ClickHouseClient): Promise<void> => {
  const found = await columnsOf(clickhouse, Object.keys(renamedColumns));
  for (const [table, columns] of Object.entries(renamedColumns)) {
    for (const [from, to] of Object.entries(columns))
      if (found.get(table)?.includes(from))
        await run(clickhouse, `alter table ${table} rename column ${from} to ${to}`);
  }
};

const renameColumnsInViews = async (clickhouse: ClickHouseClient): Promise<void> => {
  const query = `select name from system.tables where database = currentDatabase() and engine = 'MaterializedView'
    and position(as_select, 'carried') > 0`;
  const former = new Set((await queryRows<{ name: string }>(clickhouse, query)).map(({ name }) => name));
  for (const table of rollupTables) if (former.has(viewOf(table))) await modifyView(clickhouse, table);
};

/** The names of the tables and views that exist. */
export const tablesOf = async (clickhouse: ClickHouseClient): Promise<Set<string>> => {
  const query = 'select name from system.tables where database = currentDatabase()';
  return new Set((await queryRows<{ name: string }>(clickhouse, query)).map(({ name }) => name));
};

/** The columns of those tables and views that exist. */
export const columnsOf = async (
  clickhouse: ClickHouseClient,
  tables: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const query = `select table, groupArray(name) as columns from system.columns
    where database = currentDatabase() and table in (${tables.map(literal).join(',')}) group by table`;
  const found = await queryRows<{ table: string; columns: string[] }>(clickhouse, query);
  return new Map(found.map(({ table, columns }) => [table, columns]));
};

const run = async (clickhouse: ClickHouseClient, query: string): Promise<void> =>
  void (await clickhouse.command({ query, clickhouse_settings: { max_execution_time: 0 } }));
