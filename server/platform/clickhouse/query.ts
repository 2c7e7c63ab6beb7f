import type { ClickHouseClient } from '@clickhouse/client';

/*
 * A question is bounded in time, memory and what it answers: more of each is a mistake in the question, and would be
 * paid by everybody else who asks.
 */
export const settings = {
  max_query_size: '16000000',
  max_execution_time: 10,
  max_rows_to_read: '200000000',
  max_result_rows: '200000',
  // No two questions are the same: compiling them takes longer than answering.
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  // `sum(ms) as ms` sums the column.
  prefer_column_name_to_alias: 1,
} as const;

type Own = { max_threads?: number };
/** For questions that read little: a report asks several at once, and one thread each takes less than all for each. */
export const inOneThread: Own = { max_threads: 1 };

/**
 * The rows that answer a question; fails with ClickHouse's own error where a bound is reached (`isTooMuch`). They come
 * column by column: a name in front of each number takes longer to be written and read than the number.
 */
export const ask = async <T>(clickhouse: ClickHouseClient, query: string, own: Own = {}): Promise<T[]> => {
  const clickhouse_settings = { ...settings, ...own };
  const result = await clickhouse.query({ query, format: 'JSONColumnsWithMetadata', clickhouse_settings });
  const { data } = JSON.parse(await result.text()) as { data: Record<string, unknown[]> };
  return rowsOf<T>(data);
};

const rowsOf = <T>(columns: Record<string, unknown[]>): T[] => {
  const lists = Object.entries(columns);
  return (lists[0]?.[1] ?? []).map((_, i) => {
    const row: Record<string, unknown> = {};
    for (const [name, list] of lists) row[name] = list[i];
    return row as T;
  });
};

/** Rows of numbers: these columns of a source. */
export const askNumbers = async <Name extends string>(
  clickhouse: ClickHouseClient,
  columns: readonly Name[],
  source: string,
  own: Own = {},
): Promise<Record<Name, number>[]> => {
  const wanted = columns.map((name) => `toFloat64(${name}) as ${name}`).join(', ');
  return await ask(clickhouse, `select ${wanted} from (${source})`, own);
};

/** TOO_MANY_ROWS, TIMEOUT_EXCEEDED, MEMORY_LIMIT_EXCEEDED, TOO_MANY_ROWS_OR_BYTES */
const boundsReached = new Set(['158', '159', '241', '396']);

/** Whether ClickHouse gave a question up because it asks for too much. */
export const isTooMuch = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && boundsReached.has(String(error.code));

/** UNKNOWN_TABLE: whether what is asked for was never made, as nothing has been recorded yet. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code) === '60';

/** What was never recorded is nothing. */
export const unlessMissing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return otherwise;
    throw error;
  };

/**
 * What was never recorded is nothing; what is missing because sums of it are being made fails, as it would be told as
 * nothing. Where nothing was recorded they are of nothing.
 */
export const unlessNever =
  <T>(clickhouse: ClickHouseClient, otherwise: T) =>
  async (error: unknown): Promise<T> => {
    if (!isMissing(error)) throw error;
    const making = `select 1 as one from system.tables where database = currentDatabase() and name like '%_unfinished'
      and exists (select 1 from system.parts where active and database = currentDatabase() and ${holdsListening})`;
    if ((await ask(clickhouse, making)).length > 0) throw new Error('sums are being made', { cause: error });
    return otherwise;
  };

const holdsListening = "match(table, '^(slices|spots|.*_sums|audience_hours)$')";

/** A string as ClickHouse's SQL writes it. */
export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The condition that picks these stations. Literals, as a thousand keys would not fit into an address. */
export const stationIn = (stations: readonly string[]): string => `station in (${stations.map(literal).join(',')})`;

/** The condition that `at` (or another column) lies in a stretch of time, given in ms since the epoch. */
export const within = ({ start, end }: { start: number; end: number }, column = 'at'): string =>
  `${column} >= toDateTime(${start / 1000}, 'UTC') and ${column} < toDateTime(${end / 1000}, 'UTC')`;

/**
 * Where each slot begins, an array of seconds since the epoch. As a text: of an array of thousands that is written out each
 * number is looked at several times before it is used.
 */
export const slotStarts = (starts: readonly number[]): string => {
  const seconds = starts.map((start) => start / 1000);
  // What ClickHouse keeps moments in; of other days somebody may ask as well.
  const type = seconds.every((second) => second >= 0 && second < 2 ** 32) ? 'UInt32' : 'Int64';
  return `cast('[${seconds.join(',')}]' as Array(${type}))`;
};
