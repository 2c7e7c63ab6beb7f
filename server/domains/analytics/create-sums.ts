import type { ClickHouseClient } from '@clickhouse/client';
import { spotViews, summedTables, type Summed } from './summed-tables.ts';

/**
 * Makes the sums that are missing: each is filled from what is there, and then kept by a view. Where the view is, the
 * sum is whole; one that was cut off in the middle is begun anew.
 */
export const createSums = async (clickhouse: ClickHouseClient): Promise<void> => {
  const views = await viewsOf(clickhouse);
  for (const table of summedTables) {
    const view = `${table.name}_of_${table.from.table}`;
    if (views.has(view)) continue;
    await create(clickhouse, table);
    const query = `create materialized view ${view} to ${table.name} as ${table.select(table.from.table)}`;
    await clickhouse.command({ query });
  }
  for (const query of spotViews) await clickhouse.command({ query });
};

const viewsOf = async (clickhouse: ClickHouseClient): Promise<Set<string>> => {
  const query = `select name from system.tables where database = currentDatabase() and engine = 'MaterializedView'`;
  const found = await clickhouse.query({ query, format: 'JSONEachRow' });
  return new Set((await found.json<{ name: string }>()).map(({ name }) => name));
};

/** The table, filled day by day, as no statement is to take long or much. Nothing comes in meanwhile: whoever makes tables holds the lock of the spool. */
const create = async (
  clickhouse: ClickHouseClient,
  { name, columns, order, settings, from, gives, select }: Summed,
): Promise<void> => {
  await clickhouse.command({
    query: `create table if not exists ${name} (${columns}) engine = AggregatingMergeTree partition by toYYYYMM(at)
      order by (${order}) settings ${settings}`,
  });
  await clickhouse.command({ query: `truncate table ${name}` });
  const { table, by } = from;
  const query = `select distinct toString(toDate(${by})) as day from ${table} order by day`;
  const days = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<{ day: string }>();
  for (const { day } of days)
    await clickhouse.command({
      query: `insert into ${name} (${gives}) ${select(`(select * from ${table} where toDate(${by}) = '${day}')`)}`,
      clickhouse_settings: { insert_deduplicate: 0, max_execution_time: 0 },
    });
};
