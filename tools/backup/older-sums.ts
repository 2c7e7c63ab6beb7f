import type { ClickHouseClient } from '@clickhouse/client';
import { fromPartSums, weeksMadeAnew } from '#server/domains/analytics/audience-sums.ts';
import { sumsOfStations } from '#server/domains/analytics/summed-tables.ts';

/*
 * Sums of days whose sessions aren't kept any more: nothing can make them anew, so they are copied. Those of the portal
 * come of them by their views.
 */

const tables = sumsOfStations;
/** Sums of before the oldest session that is kept. */
const older = `at < (select if(count() = 0, toDateTime('2105-01-01', 'UTC'), toDateTime(toStartOfDay(min(since)), 'UTC')) from slices)`;

/** Of a week in which sessions begin to be kept, the days before. */
const sourceOf = (name: string): string =>
  name === 'audience_sums' ? weeksMadeAnew(older) : `(select * from ${name} where ${older})`;

type Column = { name: string; type: string };

/** The tables of sums that are here, each with the question that reads what of it is to be copied. */
export const olderSums = async (client: ClickHouseClient): Promise<{ name: string; query: string }[]> => {
  const found = await Promise.all(tables.map(async (name) => ({ name, columns: await columnsOf(client, name) })));
  return found.flatMap(({ name, columns }) =>
    columns.length === 0
      ? []
      : [{ name, query: `select ${columns.map(read).join(', ')} from ${sourceOf(name)} format JSONEachRow` }],
  );
};

/** Whether a table of a dump holds sums; those of an older release may be of a table that isn't there any more. */
export const isSums = (name: string): boolean => tables.includes(name) || name === fromPartSums.table;

/** The statement that records these lines of a table of sums. */
export const insertOfSums = async (client: ClickHouseClient, name: string, lines: string[]): Promise<string> => {
  if (name !== fromPartSums.table) {
    const columns = await columnsOf(client, name);
    return `insert into ${name} (${columns.map((column) => column.name).join(', ')}) ${rowsOf(columns, lines)}`;
  }
  const { gives, select } = fromPartSums;
  const columns = (await columnsOf(client, 'audience_sums')).filter((column) => column.name !== 'hours');
  return `insert into audience_sums (${gives}) select ${gives} from (${select(`(${rowsOf(columns, lines)})`)})`;
};

const rowsOf = (columns: Column[], lines: string[]): string => {
  const shape = columns.map((column) => `${column.name} ${plainType(column)}`).join(', ');
  return `select ${columns.map(written).join(', ')}
    from format(JSONEachRow, '${shape.replaceAll("'", "\\'")}', $rows$${lines.join('\n')}$rows$)`;
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
const written = (column: Column): string =>
  isSketch(column) ? `cast(unhex(${column.name}), '${column.type}') as ${column.name}` : column.name;
const plainType = (column: Column): string =>
  isSketch(column) ? 'String' : column.type.replace(/^SimpleAggregateFunction\(\w+, (.*)\)$/, '$1');
