import type { ClickHouseClient } from '@clickhouse/client';

/* Limits on time, memory and result size: a query that needs more is a bug and would slow down everyone else's. */
export const settings = {
  max_query_size: '16000000',
  max_execution_time: 10,
  max_rows_to_read: '200000000',
  max_result_rows: '200000',
  // Every query is different, so compiling would take longer than running it.
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  // `sum(ms) as ms` sums the column.
  prefer_column_name_to_alias: 1,
} as const;

type Own = { max_threads?: number };
/** For small queries: a report runs several at once, and one thread each is faster than all threads for each. */
export const singleThreaded: Own = { max_threads: 1 };

/**
 * Runs a query and returns its rows; throws ClickHouse's own error where a limit is reached (`isLimitExceeded`). Results
 * arrive by column: repeating the name with every number would cost more than the number itself.
 */
export const queryRows = async <T>(clickhouse: ClickHouseClient, query: string, own: Own = {}): Promise<T[]> => {
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

/** TOO_MANY_ROWS, TIMEOUT_EXCEEDED, MEMORY_LIMIT_EXCEEDED, TOO_MANY_ROWS_OR_BYTES */
const boundsReached = new Set(['158', '159', '241', '396']);

/** Whether ClickHouse aborted a query because it reached a limit. */
export const isLimitExceeded = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && boundsReached.has(String(error.code));

/** UNKNOWN_TABLE: whether a table does not exist, because nothing has been recorded yet. */
export const isMissingTable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code) === '60';

/** Error handler that returns an empty result where the table doesn't exist, because nothing was ever recorded. */
export const emptyIfMissing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (isMissingTable(error)) return otherwise;
    throw error;
  };

/**
 * As `emptyIfMissing`, but throws while a missing rollup is being built from recorded data, because an empty result
 * would be wrong then.
 */
export const emptyIfNeverRecorded =
  <T>(clickhouse: ClickHouseClient, otherwise: T) =>
  async (error: unknown): Promise<T> => {
    if (!isMissingTable(error)) throw error;
    const making = `select 1 as one from system.tables where database = currentDatabase() and name like '%_unfinished'
      and exists (select 1 from system.parts where active and database = currentDatabase() and ${holdsListening})`;
    if ((await queryRows(clickhouse, making)).length > 0) throw new Error('rollups are being built', { cause: error });
    return otherwise;
  };

const holdsListening = "match(table, '^(slices|spots|.*_sums|listening_.*|audience_.*)$')";

/** A string literal in ClickHouse SQL. */
export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The condition that selects these stations. Uses literals, because a thousand keys would not fit into a URL. */
export const stationIn = (stations: readonly string[]): string => `station in (${stations.map(literal).join(',')})`;

/** The condition that `at` (or another column) lies in a range given in ms since the epoch. */
export const within = ({ start, end }: { start: number; end: number }, column = 'at'): string =>
  `${column} >= ${dateTime(start)} and ${column} < ${dateTime(end)}`;

/** A time in ms since the epoch, to the second. */
export const dateTime = (ms: number): string => `toDateTime(${ms / 1000}, 'UTC')`;

/** The start of the bucket in which a time lies, both in seconds since the epoch; `starts` in ms. */
export const bucketOf = (second: string, starts: readonly number[]): string =>
  `roundDown(${second}, ${bucketStarts(starts)})`;

/**
 * The bucket starts as an array of seconds since the epoch. Written as text, because ClickHouse analyses each element
 * of a long array literal several times.
 */
export const bucketStarts = (starts: readonly number[]): string => {
  const seconds = starts.map((start) => start / 1000);
  // ClickHouse DateTime is a UInt32; requested dates may lie outside of its range.
  const type = seconds.every((second) => second >= 0 && second < 2 ** 32) ? 'UInt32' : 'Int64';
  return `cast('[${seconds.join(',')}]' as Array(${type}))`;
};
