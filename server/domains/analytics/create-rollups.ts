import type { ClickHouseClient } from '@clickhouse/client';
import { createTable } from '#server/platform/clickhouse/dialect.ts';
import { podcastViews, rollupTables } from './rollup-tables.ts';
import type { Fill, Rollup } from './table-columns.ts';

/**
 * Creates missing rollups: each is filled from existing rows, then updated by materialized views. These are created
 * last, so where the view of its first source exists, a rollup is complete; an interrupted fill starts over.
 */
export const createRollups = async (clickhouse: ClickHouseClient): Promise<void> => {
  const [views, tables] = [await namesOf(clickhouse, 'views'), await namesOf(clickhouse, 'tables')];
  for (const table of rollupTables) {
    if (views.has(viewOf(table, table.from))) continue;
    const former = table.former?.every((one) => tables.has(one.table)) ? table.former : undefined;
    const sources = sourcesOf(table);
    await create(clickhouse, table, former ?? sources);
    // The view of the first source is created last.
    for (const source of sources.toReversed()) await createView(clickhouse, table, source);
  }
  for (const query of podcastViews) if (!views.has(createdBy(query))) await clickhouse.command({ query });
};

const createdBy = (query: string): string => /^create materialized view if not exists (\w+)/.exec(query)?.[1] ?? '';

const sourcesOf = ({ from, outputColumns, select, secondSource }: Rollup): Fill[] => [
  { ...from, outputColumns, select },
  ...(secondSource ? [secondSource] : []),
];

/** The name of the view that adds what arrives in this source to a rollup. */
const viewOf = ({ name }: Rollup, { table }: { table: string }): string => `${name}_of_${table}`;

const createView = async (clickhouse: ClickHouseClient, table: Rollup, source: Fill): Promise<void> => {
  const query = `create materialized view if not exists ${viewOf(table, source)} to ${table.name} as ${source.select(source.table)}`;
  await clickhouse.command({ query });
};

const namesOf = async (clickhouse: ClickHouseClient, which: 'views' | 'tables'): Promise<Set<string>> => {
  const query = `select name from system.tables where database = currentDatabase()
    and engine ${which === 'views' ? '=' : '<>'} 'MaterializedView'`;
  const found = await clickhouse.query({ query, format: 'JSONEachRow' });
  return new Set((await found.json<{ name: string }>()).map(({ name }) => name));
};

/**
 * Fills the table under a temporary name and renames it when complete. No rows arrive meanwhile, because the caller
 * holds the spool lock.
 */
const create = async (
  clickhouse: ClickHouseClient,
  { name, columns, order, settings }: Rollup,
  sources: readonly Fill[],
): Promise<void> => {
  const unfinished = `${name}_unfinished`;
  await clickhouse.command({ query: `drop table if exists ${unfinished}` });
  await createTable(
    clickhouse,
    `create table ${unfinished} (${columns}) engine = AggregatingMergeTree partition by toYYYYMM(at)
      order by (${order}) settings ${settings}`,
  );
  for (const source of sources) await fillByDay(clickhouse, unfinished, source);
  await clickhouse.command({ query: `drop table if exists ${name}` });
  await clickhouse.command({ query: `rename table ${unfinished} to ${name}` });
};

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
