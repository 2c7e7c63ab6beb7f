import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { AnyEndpoint, RawReply } from '#contract/api/http.ts';
import type { RawResult } from './handler.ts';
import { compiledSchema } from './compiled-schema.ts';
import { csvStream } from './reply-csv.ts';
import { streamEvents } from './reply-events.ts';

export type ReplyContext = {
  request: FastifyRequest;
  reply: FastifyReply;
  signal: AbortSignal;
  expires: Date | undefined;
};

/**
 * Replies with a handler's result in the form that the endpoint declares; a handler may have taken over the response.
 */
export const sendResult = async (endpoint: AnyEndpoint, result: unknown, at: ReplyContext): Promise<unknown> => {
  if (at.reply.sent) return at.reply;
  const { returns, cacheSeconds } = endpoint.spec;
  if (returns === undefined) return at.reply.code(endpoint.spec.status ?? 204).send();
  if (isRaw(returns)) return raw(endpoint, returns, result, at);
  return sendJson(at.reply, endpoint.spec.status ?? 200, z.parse(compiledSchema(returns), result), cacheSeconds);
};

/** Replies with JSON that may not be cached, or by any cache for some seconds. */
export const sendJson = (reply: FastifyReply, status: number, body: unknown, cacheSeconds?: number): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', cacheSeconds === undefined ? 'no-store' : `public, max-age=${cacheSeconds}`)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));

/** Whether a reply is one of the kinds that aren't JSON. */
export const isRaw = (returns: NonNullable<AnyEndpoint['spec']['returns']>): returns is RawReply => 'raw' in returns;

const raw = (endpoint: AnyEndpoint, kind: RawReply, result: unknown, at: ReplyContext): unknown => {
  const { request, reply } = at;
  if (kind.raw === 'csv') return csv(reply, result as RawResult<{ raw: 'csv' }>);
  if (kind.raw === 'binary')
    return binary(request, reply, kind.type, result as RawResult<{ raw: 'binary'; type: string }>);
  if (kind.raw === 'html') return reply.type('text/html; charset=utf-8').send(result as string);
  if (kind.raw === 'events') return streamEvents(result as AsyncIterable<{ event: string; data: unknown }>, kind, at);
  return reply.redirect((result as { location: string }).location, endpoint.spec.status ?? 302);
};

const csv = (reply: FastifyReply, { filename, rows }: RawResult<{ raw: 'csv' }>) =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', attachment(filename))
    .type('text/csv; charset=utf-8')
    .send(csvStream(rows));

/** `attachment` with a file name for all browsers: ASCII first, then UTF-8. */
export const attachment = (filename: string): string => {
  const ascii = filename.replace(/[^\w .()-]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(filename)}`;
};

type Binary = RawResult<{ raw: 'binary'; type: string }>;

/** A user's file: never sniffed, never a document with privileges, with byte ranges if requested. */
const binary = (request: FastifyRequest, reply: FastifyReply, type: string, result: Binary): unknown => {
  const { stream, size, etag, range } = result;
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('accept-ranges', 'bytes')
    .type(result.type ?? type);
  if (etag !== undefined) reply.header('etag', `"${etag}"`);
  if (etag !== undefined && request.headers['if-none-match'] === `"${etag}"`) return discard(stream, reply.code(304));
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${range.total}`);
  reply.header('content-length', range ? range.end - range.start + 1 : size);
  return request.method === 'HEAD' ? discard(stream, reply) : reply.send(stream);
};

const discard = (stream: Readable, reply: FastifyReply): FastifyReply => {
  stream.destroy();
  return reply.send();
};
