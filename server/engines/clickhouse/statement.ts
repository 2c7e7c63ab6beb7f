/** A parsed request to ClickHouse's HTTP interface. */
export type Statement = {
  sql: string;
  kind: 'read' | 'write';
  preamble: Preamble;
  /** Whether it may leave its session with other settings, another database or tables of its own. */
  changesSession: boolean;
  format: string;
  queryId: string | undefined;
};

/**
 * What a session has to run before a statement: `use` selects its database, `set` sets its parameters and settings. `shape` is the
 * database and the names set: on a session that last ran a statement of the same shape, `set` alone leaves nothing of that one.
 */
export type Preamble = { use: string | undefined; set: string | undefined; shape: string };

/** Parameters of the HTTP interface, which are not query settings. */
const interfaceParameters = new Set([
  ...[
    'query',
    'database',
    'default_format',
    'query_id',
    'user',
    'password',
    'quota_key',
    'session_id',
    'session_timeout',
  ],
  ...['session_check', 'role', 'compress', 'decompress', 'enable_http_compression', 'wait_end_of_query', 'buffer_size'],
  ...['send_progress_in_http_headers', 'http_headers_progress_interval_ms', 'client_protocol_version', 'stacktrace'],
  // Inserts here are always acknowledged only once they are in the table.
  ...['async_insert', 'wait_for_async_insert'],
]);

/** Formats without header or footer, whose results can be streamed in chunks. */
const rowFormats = new Set([
  'jsoneachrow',
  'jsoncompacteachrow',
  'tabseparated',
  'tsv',
  'csv',
  'tabseparatedraw',
  'tsvraw',
]);

/** Parses `?query=&database=&default_format=&param_x=&setting=`; the body is the query or an insert's data. */
export const readStatement = (url: URLSearchParams, body: string): Statement => {
  const query = url.get('query') ?? '';
  const isInsert = /^\s*insert\s+into\b/i.test(query);
  const insertFormat = formatOf(query);
  const data = /^json.*eachrow$/i.test(insertFormat ?? '') ? withoutBlankLines(body) : body;
  const sql = query === '' ? body : isInsert || body === '' ? `${query}\n${data}` : `${query}\n${body}`;
  return {
    sql: isInsert && insertFormat !== undefined && data.trim() === '' ? '' : sql,
    kind: isRead.test(sql) ? 'read' : 'write',
    preamble: preambleOf(url),
    changesSession: !isInsert && /(^|;)\s*(set|use)\b|\btemporary\b/i.test(sql),
    format: (isInsert ? undefined : formatOf(sql)) ?? url.get('default_format') ?? 'TabSeparated',
    queryId: url.get('query_id') ?? undefined,
  };
};

const isRead = /^\s*(\/\*.*?\*\/\s*|--.*\n\s*)*(select|with|show|describe|desc|explain|exists)\b/i;

/** Whether the result can be streamed while it is being computed. */
export const canStream = ({ kind, sql, format }: Statement): boolean =>
  kind === 'read' && rowFormats.has(format.toLowerCase()) && /^\s*(select|with)\b/i.test(sql);

/** A ClickHouse SQL string literal. */
export const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Sets everything in one statement, as each statement costs as much as a small query. */
const preambleOf = (url: URLSearchParams): Preamble => {
  const database = url.get('database') ?? '';
  const named = [...url].filter(([name]) => !interfaceParameters.has(name));
  // An invalid name is quoted, so that the engine refuses it as unknown.
  const set = named.map(([name, value]) => `${/^[\w.]+$/.test(name) ? name : identifier(name)} = ${quote(value)}`);
  return {
    use: database === '' ? undefined : `USE ${identifier(database)}`,
    set: set.length === 0 ? undefined : `SET ${set.join(', ')}`,
    shape: JSON.stringify([database, ...named.map(([name]) => name).toSorted()]),
  };
};

const identifier = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

const formatOf = (sql: string): string | undefined => /\bformat\s+(\w+)\s*;?\s*$/i.exec(sql)?.[1];

/** The engine's parser treats a blank line as the end of an insert's data. */
const withoutBlankLines = (body: string): string => body.trimStart().replace(/\n\s*\n/g, '\n');
