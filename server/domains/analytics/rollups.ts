import type { ClickHouseClient } from '@clickhouse/client';
import { createTable } from '#server/platform/clickhouse/dialect.ts';
import { queryRows } from '#server/platform/clickhouse/query.ts';
import { listeningRollups } from './listening-rollups.ts';
import { playerSums } from './players/player-tables.ts';
import { podcastRevenueView, revenueRollups } from './revenue-tables.service.ts';
import { podcastSpotsView, spotRollups } from './spot-tables.ts';
import type { Fill, Rollup } from './table-columns.ts';

/** All rollups: of listening, of what campaigns delivered and earned, and of embedded players. */
export const rollupTables: readonly Rollup[] = [...listeningRollups, ...spotRollups, ...revenueRollups, playerSums];

/** Views that add what is counted in podcasts. */
export const podcastViews: readonly string[] = [podcastSpotsView, podcastRevenueView];

/** The rollups whose rows are forgotten with their station. */
export const stationRollups: readonly Rollup[] = [...listeningRollups, playerSums];

/** The tables and views that a rollup of listening replaced. */
export const formerRollups = {
  tables: listeningRollups.flatMap(({ former = [] }) => former.map(({ table }) => table)),
  views: [
    ...['minute_sums', 'quarter_sums', 'day_sums', 'audience_hours'].flatMap((name) => [
      `${name}_of_slices`,
      `${name}_of_spots`,
    ]),
    'portal_minute_sums_of_minute_sums',
    'portal_hour_sums_of_quarter_sums',
    'portal_audience_sums_of_audience_hours',
  ],
};

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

/**
 * Merges each month's rollup parts into one where there are several: a report on ten stations reads ten ranges of every
 * part. ClickHouse merges parts in the background while rows arrive, but leaves the larger ones.
 */
export const mergeRollups = async (clickhouse: ClickHouseClient): Promise<void> => {
  const names = [...rollupTables.map(({ name }) => name), 'song_quarters', 'report_cache'];
  const scattered = await queryRows<{ name: string; month: string }>(
    clickhouse,
    `select table as name, partition_id as month from system.parts
     where active and database = currentDatabase() and table in (${names.map((name) => `'${name}'`).join(',')})
     group by table, partition_id having count() > 1 order by table, partition_id`,
  );
  for (const { name, month } of scattered)
    await clickhouse
      .command({
        query: `optimize table ${name} partition id '${month}' final`,
        clickhouse_settings: { max_execution_time: 0, optimize_skip_merged_partitions: 1 },
      })
      .catch(unlessSlow);
};

/** A merge that outlasts the request timeout continues in the background. */
const unlessSlow = (error: unknown): void => {
  if (!(error instanceof Error && error.message.startsWith('Timeout'))) throw error;
};
