import type { ClickHouseClient } from '@clickhouse/client';
import { rollupTables, stationRollups } from '#server/domains/analytics/rollup-tables.ts';

/*
 * Rollups of days whose sessions have been deleted: they cannot be rebuilt, so they are copied. Views rebuild the
 * portal's rollups from them.
 */

/** Rollups from before the oldest stored session. */
const older = `at < (select if(count() = 0, toDateTime('2105-01-01', 'UTC'), toDateTime(toStartOfDay(min(since)), 'UTC')) from slices)`;

/** What campaigns delivered and earned. It outlives the rows that it was added up from, so it is copied whole and replaces what views add. */
const paidRollups: readonly string[] = ['campaign_quarters', 'campaign_devices', 'lease_sums', 'revenue_quarters'];
export const isPaidRollup = (name: string): boolean => paidRollups.includes(name);
/** What is emptied before one is loaded: itself, and what views fill from it. */
export const replacedBy = (name: string): string[] => [
  name,
  ...rollupTables.flatMap((rollup) => (rollup.from.table === name ? [rollup.name] : [])),
];

type Column = { name: string; type: string };

/** The existing rollup tables, each with the query for the rows to copy. */
export const rollupDumpQueries = async (client: ClickHouseClient): Promise<{ name: string; query: string }[]> => {
  const tables = await Promise.all(
    stationRollups.map(async (name) => ({ name, columns: await columnsOf(client, name) })),
  );
  return tables.flatMap(({ name, columns }) =>
    columns.length === 0
      ? []
      : [{ name, query: `select ${columns.map(read).join(', ')} from ${name} where ${older} format JSONEachRow` }],
  );
};

/** The same of what campaigns delivered and earned: all rows. */
export const paidDumpQueries = async (client: ClickHouseClient): Promise<{ name: string; query: string }[]> => {
  const tables = await Promise.all(paidRollups.map(async (name) => ({ name, columns: await columnsOf(client, name) })));
  return tables.flatMap(({ name, columns }) =>
    columns.length === 0
      ? []
      : [{ name, query: `select ${columns.map(read).join(', ')} from ${name} format JSONEachRow` }],
  );
};

/** Whether a table of a dump holds rollups. */
export const isRollupTable = (name: string): boolean => isPaidRollup(name) || stationRollups.includes(name);

/** The statement that inserts these lines of a rollup table. */
export const rollupInsert = async (client: ClickHouseClient, name: string, lines: string[]): Promise<string> => {
  const columns = await columnsOf(client, name);
  const structure = columns.map((column) => `${column.name} ${plainType(column)}`).join(', ');
  return `insert into ${name} (${columns.map((column) => column.name).join(', ')}) select ${columns.map(written).join(', ')}
    from format(JSONEachRow, '${structure.replaceAll("'", "\\'")}', $rows$${lines.join('\n')}$rows$)`;
};

const columnsOf = async (client: ClickHouseClient, table: string): Promise<Column[]> => {
  const query = `select name, type from system.columns where database = currentDatabase() and table = '${table}'
    order by position`;
  return await (await client.query({ query, format: 'JSONEachRow' })).json<Column>();
};

/** Sketches are dumped as hexadecimal digits. */
const isSketch = ({ type }: Column): boolean => type.startsWith('AggregateFunction(');
const read = (column: Column): string =>
  isSketch(column) ? `hex(${column.name}) as ${column.name}` : `${column.name} as ${column.name}`;
const written = (column: Column): string =>
  isSketch(column) ? `cast(unhex(${column.name}), '${column.type}') as ${column.name}` : column.name;
const plainType = (column: Column): string =>
  isSketch(column) ? 'String' : column.type.replace(/^SimpleAggregateFunction\(\w+, (.*)\)$/, '$1');
