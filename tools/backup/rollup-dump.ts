import type { ClickHouseClient } from '@clickhouse/client';
import { renamedTables } from '#server/domains/analytics/rename-tables.ts';
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

/** Former names of rollup tables. */
const formerNames = Object.keys(renamedTables).filter((name) => stationRollups.includes(renamedTables[name]!));

type Column = { name: string; type: string };

/**
 * The existing rollup tables, each with the query for the rows to copy. Until an updated installation starts, some have
 * their former names.
 */
export const rollupDumpQueries = async (client: ClickHouseClient): Promise<{ name: string; query: string }[]> => {
  const tables = await Promise.all(
    [...stationRollups, ...formerNames].map(async (name) => ({ name, columns: await columnsOf(client, name) })),
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

/** Whether a table of a dump holds rollups, including tables that only older releases had. */
export const isRollupTable = (name: string): boolean =>
  isPaidRollup(name) || stationRollups.includes(name) || formerNames.includes(name) || name in formerTables;

/** The statement that inserts these lines of a rollup table; undefined if other rollups hold the same. */
export const rollupInsert = async (
  client: ClickHouseClient,
  name: string,
  lines: string[],
): Promise<string | undefined> => {
  if (!(name in formerTables)) {
    const current = renamedTables[name] ?? name;
    return insertInto(current, await columnsOf(client, current), lines);
  }
  const mapping = formerTables[name as keyof typeof formerTables];
  if (mapping === undefined) return undefined;
  return insertInto('audience_hours', await columnsOf(client, 'audience_hours'), lines, mapping);
};

/** Daily audiences are stored as those at noon, which is on the same date in most time zones. */
const atNoon = { extraColumns: '', at: 'at + interval 12 hour', filter: '1' };
const hoursOnly = { extraColumns: ', hours UInt8', at: 'at', filter: 'hours = 1' };
/** How tables of older releases map to `audience_hours`; hours are covered by their quarter hours. */
const formerTables = { part_sums: atNoon, audience_sums: hoursOnly, hour_sums: undefined };

const insertInto = (
  name: string,
  columns: Column[],
  lines: string[],
  { extraColumns, at, filter } = { extraColumns: '', at: 'at', filter: '1' },
): string => {
  const current = columns.map((column) => `${column.name} ${plainType(column)}`).join(', ');
  const former = columns.some((column) => column.name === 'open_at_start') ? ', carried UInt64' : '';
  const structure = current + former + extraColumns;
  const values = columns.map((column) => written(column, at));
  return `insert into ${name} (${columns.map((column) => column.name).join(', ')}) select ${values.join(', ')}
    from format(JSONEachRow, '${structure.replaceAll("'", "\\'")}', $rows$${lines.join('\n')}$rows$) where ${filter}`;
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
const written = (column: Column, at: string): string => {
  if (isSketch(column)) return `cast(unhex(${column.name}), '${column.type}') as ${column.name}`;
  if (column.name === 'at') return at;
  // Older releases copied it as `carried`; a line has one of the two, and 0 is read for the other.
  return column.name === 'open_at_start' ? 'open_at_start + carried' : column.name;
};
const plainType = (column: Column): string =>
  isSketch(column) ? 'String' : column.type.replace(/^SimpleAggregateFunction\(\w+, (.*)\)$/, '$1');
