import type { ClickHouseClient } from '@clickhouse/client';
import { renamedTables } from '#server/domains/analytics/rename-tables.ts';
import { stationRollups } from '#server/domains/analytics/rollup-tables.ts';

/*
 * Sums of days whose sessions aren't kept any more: nothing can make them anew, so they are copied. Those of the portal
 * come of them by their views.
 */

/** Sums of before the oldest session that is kept. */
const older = `at < (select if(count() = 0, toDateTime('2105-01-01', 'UTC'), toDateTime(toStartOfDay(min(since)), 'UTC')) from slices)`;

/** The former names of tables of sums. */
const formerNames = Object.keys(renamedTables).filter((name) => stationRollups.includes(renamedTables[name]!));

type Column = { name: string; type: string };

/**
 * The existing tables of sums, each with the query that reads what of it is to be copied. Until an updated installation
 * starts, some have their former names.
 */
export const olderSums = async (client: ClickHouseClient): Promise<{ name: string; query: string }[]> => {
  const found = await Promise.all(
    [...stationRollups, ...formerNames].map(async (name) => ({ name, columns: await columnsOf(client, name) })),
  );
  return found.flatMap(({ name, columns }) =>
    columns.length === 0
      ? []
      : [{ name, query: `select ${columns.map(read).join(', ')} from ${name} where ${older} format JSONEachRow` }],
  );
};

/** Whether a table of a dump holds sums; those of an older release may be of a table that isn't there any more. */
export const isSums = (name: string): boolean =>
  stationRollups.includes(name) || formerNames.includes(name) || name in outlived;

/** The statement that records these lines of a table of sums; none where other sums tell the same. */
export const insertOfSums = async (
  client: ClickHouseClient,
  name: string,
  lines: string[],
): Promise<string | undefined> => {
  if (!(name in outlived)) {
    const current = renamedTables[name] ?? name;
    return insertInto(current, await columnsOf(client, current), lines);
  }
  const taken = outlived[name as keyof typeof outlived];
  if (taken === undefined) return undefined;
  return insertInto('audience_hours', await columnsOf(client, 'audience_hours'), lines, taken);
};

/** Audiences known by the day alone are taken for those of its noon, which is on the same date in most time zones. */
const ofNoon = { more: '', at: 'at + interval 12 hour', which: '1' };
const ofHours = { more: ', hours UInt8', at: 'at', which: 'hours = 1' };
/** How tables of before are read into `audience_hours`; what hours were added up to, quarters are. */
const outlived = { part_sums: ofNoon, audience_sums: ofHours, hour_sums: undefined };

const insertInto = (
  name: string,
  columns: Column[],
  lines: string[],
  { more, at, which } = { more: '', at: 'at', which: '1' },
): string => {
  const current = columns.map((column) => `${column.name} ${plainType(column)}`).join(', ');
  const former = columns.some((column) => column.name === 'open_at_start') ? ', carried UInt64' : '';
  const shape = current + former + more;
  const values = columns.map((column) => written(column, at));
  return `insert into ${name} (${columns.map((column) => column.name).join(', ')}) select ${values.join(', ')}
    from format(JSONEachRow, '${shape.replaceAll("'", "\\'")}', $rows$${lines.join('\n')}$rows$) where ${which}`;
};

const columnsOf = async (client: ClickHouseClient, table: string): Promise<Column[]> => {
  const query = `select name, type from system.columns where database = currentDatabase() and table = '${table}'
    order by position`;
  return await (await client.query({ query, format: 'JSONEachRow' })).json<Column>();
};

/** A sketch is written as hexadecimal digits. */
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
