import type { ClickHouseClient } from '@clickhouse/client';
import { addSteps } from '#server/domains/analytics/listening-rollups.ts';
import { rollupTables, stationRollups } from '#server/domains/analytics/rollups.ts';

/*
 * Rollups of days whose sessions have been deleted: they cannot be rebuilt, so they are copied. Of those with buckets of
 * several lengths, a dump has the shortest ones of stations, to which the others are added again.
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
    stationRollups.map(async ({ name, shortest }) => ({ name, shortest, columns: await columnsOf(client, name) })),
  );
  return tables.flatMap(({ name, shortest, columns }) => {
    if (columns.length === 0) return [];
    const ofLength = shortest?.keys.includes('minutes') ? `minutes = ${String(shortest.minutes)} and ` : '';
    const own = shortest ? `${ofLength}station <> ''` : '1';
    const query = `select ${columns.map(read).join(', ')} from ${name} where ${own} and ${older} format JSONEachRow`;
    return [{ name, query }];
  });
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

/** Whether a table of a dump holds rollups, possibly under an older name. */
export const isRollupTable = (name: string): boolean => isPaidRollup(name) || currentOf(name) !== undefined;

/** Days of older dumps, which follow from their quarter hours. */
export const isObsoleteRollup = (name: string): boolean => name === 'day_sums';

const currentOf = (name: string) => stationRollups.find((one) => one.name === name || one.shortest?.formerly === name);

/** The statement that inserts these lines of a rollup table. */
export const rollupInsert = async (client: ClickHouseClient, name: string, lines: string[]): Promise<string> => {
  const { name: table, shortest } = currentOf(name) ?? { name, shortest: undefined };
  const columns = await columnsOf(client, table);
  const structure = columns.map((column) => `${column.name} ${plainType(column)}`).join(', ');
  const dumped = `select ${columns.map(written).join(', ')}
    from format(JSONEachRow, '${structure.replaceAll("'", "\\'")}', $rows$${lines.join('\n')}$rows$)`;
  const names = shortest ? [...shortest.keys, ...shortest.columns] : columns.map((column) => column.name);
  return `insert into ${table} (${names.join(', ')}) ${shortest ? addSteps(shortest, dumped) : dumped}`;
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
