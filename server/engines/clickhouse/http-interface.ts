import { randomUUID, timingSafeEqual, createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { QueryResult, Engine } from './engine.ts';
import { asFailure, failure, type Failure } from './failure.ts';
import { readStatement } from './statement.ts';

const maxBody = 64_000_000;

/**
 * ClickHouse's HTTP interface (`/`, `/ping`) for the embedded engine: `@clickhouse/client`, curl and other clients
 * can use it like a ClickHouse server. The user is `default`, with the installation's password.
 */
export const httpInterface = (engine: Engine, password: string): Server =>
  createServer((request, reply) => {
    handle(engine, password, request, reply).catch((error: unknown) => refuse(reply, asRefusal(error)));
  });

const handle = async (engine: Engine, password: string, request: IncomingMessage, reply: ServerResponse) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/ping' || (url.pathname === '/' && request.method === 'HEAD')) return void reply.end('Ok.\n');
  if (url.pathname === '/' && request.method === 'GET' && url.search === '') return void reply.end('Ok.\n');
  if (url.pathname !== '/') throw failure(404, 48, 'NOT_IMPLEMENTED', `There is no handle ${url.pathname}`);
  if (!isAdmitted(request, url, password)) throw wrongPassword;

  const statement = readStatement(url.searchParams, await readBody(request));
  if (statement.sql.trim() === '' && !url.searchParams.has('query')) throw emptyQuery;
  const queryId = statement.queryId ?? randomUUID();
  await engine.run(statement, (result) => {
    reply.setHeader('x-clickhouse-query-id', queryId);
    reply.setHeader('x-clickhouse-format', statement.format);
    return send(result, statement.format, acceptsGzip(request, url), reply);
  });
};

const wrongPassword = failure(
  403,
  516,
  'AUTHENTICATION_FAILED',
  'default: Authentication failed: password is incorrect, or there is no user with such name',
);
const emptyQuery = failure(400, 62, 'SYNTAX_ERROR', 'Empty query');
const tooLarge = failure(413, 36, 'BAD_ARGUMENTS', `The body exceeds ${maxBody} bytes: insert in batches`);

const send = async (result: QueryResult, format: string, gzip: boolean, reply: ServerResponse): Promise<void> => {
  reply.setHeader('content-type', contentType(format));
  reply.setHeader('x-clickhouse-timezone', 'UTC');
  reply.setHeader('x-clickhouse-summary', summary(result));
  const { content } = result;
  if (gzip) {
    reply.setHeader('content-encoding', 'gzip');
    return pipeline(content instanceof Uint8Array ? [content] : content, createGzip({ level: 1 }), reply);
  }
  if (!(content instanceof Uint8Array)) return pipeline(content, reply);
  // A pipeline costs as much as a small query.
  reply.end(content);
};

const summary = ({ rows, bytes }: QueryResult): string =>
  JSON.stringify({
    read_rows: String(rows),
    read_bytes: String(bytes),
    written_rows: '0',
    written_bytes: '0',
    elapsed_ns: '0',
  });

const contentType = (format: string): string => {
  if (/^json.*(eachrow|strings)/i.test(format)) return 'application/x-ndjson; charset=UTF-8';
  if (/^json/i.test(format)) return 'application/json; charset=UTF-8';
  if (/^csv/i.test(format)) return 'text/csv; charset=UTF-8; header=absent';
  if (/^(tsv|tabseparated)/i.test(format)) return 'text/tab-separated-values; charset=UTF-8';
  return 'application/octet-stream';
};

/** After the headers are sent, a failure can only be signalled by aborting the response. */
const refuse = (reply: ServerResponse, { status, code, text }: Failure): void => {
  if (reply.headersSent || reply.destroyed) return void reply.destroy();
  for (const name of reply.getHeaderNames()) reply.removeHeader(name);
  reply.writeHead(status, { 'content-type': 'text/plain; charset=UTF-8', 'x-clickhouse-exception-code': String(code) });
  reply.end(`${text}\n`);
};

const asRefusal = (error: unknown): Failure =>
  typeof error === 'object' && error !== null && 'status' in error ? (error as Failure) : asFailure(error);

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const plain = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBody) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const acceptsGzip = (request: IncomingMessage, url: URL): boolean =>
  url.searchParams.get('enable_http_compression') === '1' &&
  /\bgzip\b/.test(String(request.headers['accept-encoding']));

const isAdmitted = (request: IncomingMessage, url: URL, password: string): boolean => {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const [user, ...rest] = Buffer.from(basic ?? '', 'base64')
    .toString()
    .split(':');
  if (basic !== undefined) return user === 'default' && isSame(rest.join(':'), password);
  const key = request.headers['x-clickhouse-key'] ?? url.searchParams.get('password') ?? '';
  const name = request.headers['x-clickhouse-user'] ?? url.searchParams.get('user') ?? 'default';
  return name === 'default' && isSame(String(key), password);
};

const isSame = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
