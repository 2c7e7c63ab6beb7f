import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer that is sent many times: its text, also compressed, and its headers. */
export type EmbedReply = { headers: Record<string, string>; body: Buffer; gzip: Buffer; etag: string };

export const embedReply = (type: string, text: string, headers: Record<string, string>): EmbedReply => {
  const body = Buffer.from(text);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const all = { ...headers, etag, 'content-type': `${type}; charset=utf-8` };
  return { headers: all, body, gzip: gzipSync(body, { level: 6 }), etag };
};

/** Sends it, or 304 to those who have it. */
export const sendReply = (request: FastifyRequest, reply: FastifyReply, sent: EmbedReply): FastifyReply => {
  const { etag, headers } = sent;
  // Those who have it have its other headers too, which change with its ETag.
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag)
    return reply
      .code(304)
      .header('etag', etag)
      .header('cache-control', headers['cache-control'] ?? 'no-cache')
      .send();
  reply.headers(headers);
  return acceptsGzip(request) ? reply.header('content-encoding', 'gzip').send(sent.gzip) : reply.send(sent.body);
};

export const acceptsGzip = (request: FastifyRequest): boolean =>
  /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
