import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer that is sent many times: its text, also compressed, and its headers. */
export type EmbedReply = {
  headers: Record<string, string>;
  body: Buffer;
  gzip: Buffer;
  etag: string;
  /** All headers with which it was sent, once it was. */
  whole?: { plain: OutgoingHttpHeaders; gzip: OutgoingHttpHeaders; unchanged: OutgoingHttpHeaders };
};

export const embedReply = (type: string, text: string, headers: Record<string, string>): EmbedReply => {
  const body = Buffer.from(text);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const all = { ...headers, etag, 'content-type': `${type}; charset=utf-8` };
  return { headers: all, body, gzip: gzipSync(body, { level: 6 }), etag };
};

/** Sends it, or 304 to those who have it. */
export const sendReply = (request: FastifyRequest, reply: FastifyReply, sent: EmbedReply): FastifyReply => {
  const isFound = reply.statusCode === 200;
  reply.headers(sent.headers);
  if (isFound) sent.whole ??= wholeHeaders(reply.getHeaders() as OutgoingHttpHeaders, sent);
  // With the headers of the page: caches replace those of what they have, also those that say who may frame it.
  if (isFound && isUnchanged(request.headers, sent)) return reply.code(304).removeHeader('content-type').send();
  return acceptsGzip(request.headers)
    ? reply.header('content-encoding', 'gzip').send(sent.gzip)
    : reply.send(sent.body);
};

const wholeHeaders = (
  { 'content-type': type, ...unchanged }: OutgoingHttpHeaders,
  { body, gzip }: EmbedReply,
): NonNullable<EmbedReply['whole']> => {
  const all = { ...unchanged, ...(type !== undefined && { 'content-type': type }) };
  return {
    unchanged,
    plain: { ...all, 'content-length': body.length },
    gzip: { ...all, 'content-encoding': 'gzip', 'content-length': gzip.length },
  };
};

/** Whether a request names the version of a reply that it has already. */
export const isUnchanged = (headers: IncomingHttpHeaders, { etag }: Pick<EmbedReply, 'etag'>): boolean =>
  headers['if-none-match'] === etag;

export const acceptsGzip = (headers: IncomingHttpHeaders): boolean =>
  /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
