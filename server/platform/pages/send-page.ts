import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageLanguage } from './page-language.ts';
import { notFoundPage } from './not-found-page.ts';

/** Sends a public page, or 304 to a client that has it. */
export const sendPage = (request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply => {
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
  reply.header('cache-control', 'public, no-cache').header('etag', etag).header('vary', 'accept-language');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page);
};

/** Sends the 404 page of the public site. */
export const sendMissing = (deps: Parameters<typeof notFoundPage>[0], reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(notFoundPage(deps, pageLanguage(reply.request, deps.brand, 'en')));
