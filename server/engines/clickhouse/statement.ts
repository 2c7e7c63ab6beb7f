/** A request to ClickHouse's HTTP interface, read. */
export type Statement = {
  sql: string;
  kind: 'read' | 'write';
  /** Statements that give a fresh session its database, parameters and settings. */
  preamble: string[];
  format: string;
  queryId: string | undefined;
};

/** What is addressed to the interface and is no setting of the query. */
const ofInterface = new Set([
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
  // An insert here is always acknowledged only when it is in its table.
  ...['async_insert', 'wait_for_async_insert'],
]);

/** Formats that are a sequence of rows: without a head or a foot, a result can be handed on piece by piece. */
const rowFormats = new Set([
  'jsoneachrow',
  'jsoncompacteachrow',
  'tabseparated',
  'tsv',
  'csv',
  'tabseparatedraw',
  'tsvraw',
]);

/** Reads `?query=&database=&default_format=&param_x=&setting=`, the body being the query or an insert's data. */
export const readStatement = (url: URLSearchParams, body: string): Statement => {
  const query = url.get('query') ?? '';
  const isInsert = /^\s*insert\s+into\b/i.test(query);
  const inserted = formatOf(query);
  const data = /^json.*eachrow$/i.test(inserted ?? '') ? withoutBlankLines(body) : body;
  const sql = query === '' ? body : isInsert || body === '' ? `${query}\n${data}` : `${query}\n${body}`;
  return {
    sql: isInsert && inserted !== undefined && data.trim() === '' ? '' : sql,
    kind: /^\s*(\/\*.*?\*\/\s*|--.*\n\s*)*(select|with|show|describe|desc|explain|exists)\b/i.test(sql)
      ? 'read'
      : 'write',
    preamble: preambleOf(url),
    format: (isInsert ? undefined : formatOf(sql)) ?? url.get('default_format') ?? 'TabSeparated',
    queryId: url.get('query_id') ?? undefined,
  };
};

/** Whether the result can be handed on while it is still being computed. */
export const canStream = ({ kind, sql, format }: Statement): boolean =>
  kind === 'read' && rowFormats.has(format.toLowerCase()) && /^\s*(select|with)\b/i.test(sql);

/** A string as ClickHouse's SQL writes it. */
export const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** All settings by one statement: each costs as long as a small question. */
const preambleOf = (url: URLSearchParams): string[] => {
  const statements: string[] = [];
  const database = url.get('database');
  if (database !== null && database !== '') statements.push(`USE ${identifier(database)}`);
  const settings: string[] = [];
  for (const [name, value] of url) {
    if (ofInterface.has(name)) continue;
    // A name that is none reaches the engine as a quoted one, and is refused there as unknown.
    const setting = `${/^[\w.]+$/.test(name) ? name : identifier(name)} = ${quote(value)}`;
    if (name.startsWith('param_')) statements.push(`SET ${setting}`);
    else settings.push(setting);
  }
  if (settings.length > 0) statements.push(`SET ${settings.join(', ')}`);
  return statements;
};

const identifier = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

const formatOf = (sql: string): string | undefined => /\bformat\s+(\w+)\s*;?\s*$/i.exec(sql)?.[1];

/** To the engine's parser a blank line ends the data of an insert. */
const withoutBlankLines = (body: string): string => body.trimStart().replace(/\n\s*\n/g, '\n');
