import type { ClickHouseClient } from '@clickhouse/client';
import { spotViews, rollupTables } from './rollup-tables.ts';
import type { Fill, Rollup } from './table-columns.ts';

/**
 * Creates missing rollups: each is filled from existing rows, then updated by a materialized view. The view is created
 * last, so where it exists the rollup is complete; an interrupted fill starts over.
 */
export const createRollups = async (clickhouse: ClickHouseClient): Promise<void> => {
  const views = await viewsOf(clickhouse);
  for (const table of rollupTables) {
    if (views.has(viewOf(table))) continue;
    await create(clickhouse, table, fillsOf(table, views));
    await createView(clickhouse, table);
  }
  for (const query of spotViews) if (!views.has(createdBy(query))) await clickhouse.command({ query });
};

const createdBy = (query: string): string => /^create materialized view if not exists (\w+)/.exec(query)?.[1] ?? '';

/** The name of the view that updates a rollup. */
export const viewOf = ({ name, from }: Rollup): string => `${name}_of_${from.table}`;

export const createView = async (clickhouse: ClickHouseClient, table: Rollup): Promise<void> => {
  const query = `create materialized view ${viewOf(table)} to ${table.name} as ${table.select(table.from.table)}`;
  await clickhouse.command({ query });
};

/** Gives a rollup's existing view the current query. */
export const modifyView = async (clickhouse: ClickHouseClient, table: Rollup): Promise<void> => {
  const query = `alter table ${viewOf(table)} modify query ${table.select(table.from.table)}`;
  await clickhouse.command({ query });
};

const viewsOf = async (clickhouse: ClickHouseClient): Promise<Set<string>> => {
  const query = `select name from system.tables where database = currentDatabase() and engine = 'MaterializedView'`;
  const found = await clickhouse.query({ query, format: 'JSONEachRow' });
  return new Set((await found.json<{ name: string }>()).map(({ name }) => name));
};

const fillsOf = (
  { from, outputColumns, select, secondSource, predecessor }: Rollup,
  views: Set<string>,
): readonly Fill[] =>
  predecessor !== undefined && views.has(predecessor.view)
    ? [predecessor.fill]
    : [{ ...from, outputColumns, select }, ...(secondSource === undefined ? [] : [secondSource])];

/**
 * Fills the table under a temporary name and renames it when complete. No rows arrive meanwhile, because the caller
 * holds the spool lock.
 */
const create = async (
  clickhouse: ClickHouseClient,
  { name, columns, order, settings }: Rollup,
  fills: readonly Fill[],
): Promise<void> => {
  const unfinished = `${name}_unfinished`;
  const isReplaced = fills.some(({ table }) => table === name);
  // Its previous self is dropped only once all its rows are here.
  if (isReplaced && !(await exists(clickhouse, name))) return await rename(clickhouse, unfinished, name);
  await clickhouse.command({ query: `drop table if exists ${unfinished}` });
  await clickhouse.command({
    query: `create table ${unfinished} (${columns}) engine = AggregatingMergeTree partition by toYYYYMM(at)
      order by (${order}) settings ${settings}`,
  });
  for (const one of fills) await fillByDay(clickhouse, unfinished, one);
  await clickhouse.command({ query: `drop table if exists ${name}` });
  await rename(clickhouse, unfinished, name);
};

const exists = async (clickhouse: ClickHouseClient, table: string): Promise<boolean> => {
  const query = `select 1 from system.tables where database = currentDatabase() and name = '${table}'`;
  return (await (await clickhouse.query({ query, format: 'JSONEachRow' })).json()).length > 0;
};

const rename = async (clickhouse: ClickHouseClient, from: string, to: string): Promise<void> =>
  void (await clickhouse.command({ query: `rename table ${from} to ${to}` }));

/** Fills a table day by day, so that no statement takes too long or too much memory. */
const fillByDay = async (
  clickhouse: ClickHouseClient,
  name: string,
  { table, timeColumn, outputColumns, select }: Fill,
): Promise<void> => {
  const query = `select distinct toString(toDate(${timeColumn})) as day from ${table} order by day`;
  const days = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<{ day: string }>();
  for (const { day } of days)
    await clickhouse.command({
      query: `insert into ${name} (${outputColumns}) select ${outputColumns} from (${select(`(select * from ${table} where toDate(${timeColumn}) = '${day}')`)})`,
      clickhouse_settings: { insert_deduplicate: 0, max_execution_time: 0 },
    });
};
