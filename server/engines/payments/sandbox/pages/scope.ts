import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '#contract/rules/network.ts';
import { rateLimiter, type RateLimit } from '#server/kernel/http/rate-limit.ts';
import { Refusal as HttpRefusal, refuse } from '#server/kernel/http/refuse.ts';
import type { SandboxDeps } from '../sandbox.ts';
import type { Kind, Kinds } from '../objects.ts';
import { pagesPath, withWorld } from '../store.ts';
import { lookUp, type World } from '../world.ts';
import { lookOf, messagePage, type Look } from './look.ts';

/** What every page of the sandbox works with. */
export type Pages = { deps: SandboxDeps; look: Look; limit: RateLimit; home: string };

/** What a page answers: markup with its status, or where the browser goes next. */
export type Answer = { page: string; status?: number } | { redirect: string };

const formBytes = 16 * 1024;
const postsPerMinute = { max: 60, seconds: 60 };

/** Mounts pages at `/sandbox` with the headers, the stylesheet and the error pages that they share. */
export const mountScope = (
  app: FastifyInstance,
  deps: SandboxDeps,
  add: (scope: FastifyInstance, pages: Pages) => void,
): void => {
  const origin = new URL(deps.config.publicUrl).origin;
  const pages: Pages = { deps, look: lookOf(deps.brand), limit: rateLimiter(deps.clock), home: `${origin}/` };
  void app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => void reply.headers(pageHeaders(origin)));
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: formBytes },
        (_request, body, done) => done(null, body),
      );
      scope.setErrorHandler((error, request, reply) => sendFailure(pages, error, request, reply));
      scope.get(pages.look.style.path.slice(pagesPath.length), (_request, reply) =>
        reply
          .type(pages.look.style.type)
          .header('cache-control', 'public, max-age=31536000, immutable')
          .send(pages.look.style.body),
      );
      add(scope, pages);
      await Promise.resolve();
    },
    { prefix: pagesPath },
  );
};

/** Works on everything of the customer to whom an object belongs; undefined for an id that doesn't exist. */
export const onObject = async <K extends Kind, T>(
  { deps }: Pages,
  { kind, id, catalog = false }: { kind: K; id: string; catalog?: boolean },
  work: (world: World, object: Kinds[K]) => T,
): Promise<T | undefined> => {
  if (!/^[a-z]+_\w{20,60}$/.test(id)) return undefined;
  const row = await deps.db
    .selectFrom('sandbox_objects')
    .select('customer')
    .where('id', '=', id)
    .where('object', '=', kind)
    .executeTakeFirst();
  if (!row) return undefined;
  return await withWorld(deps, { customer: row.customer, catalog }, (world) => {
    const object = lookUp(world, kind, id);
    return object && work(world, object);
  });
};

/** The fields of a posted form; refuses one that another site sent, and too many. */
export const formOf = (pages: Pages, request: FastifyRequest): Record<string, string> => {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin')
    refuse('request.malformed', { reason: 'the form is from elsewhere' });
  pages.limit(clientNetwork(request.ip), postsPerMinute);
  return Object.fromEntries(new URLSearchParams(typeof request.body === 'string' ? request.body : ''));
};

export const send = ({ look, home }: Pages, reply: FastifyReply, answer: Answer | undefined): FastifyReply => {
  if (!answer)
    return sendPage(reply, messagePage(look, { ...notFound, href: home, label: `Back to ${look.brand.name}` }), 404);
  return 'redirect' in answer
    ? reply.redirect(answer.redirect, 303)
    : sendPage(reply, answer.page, answer.status ?? 200);
};

const notFound = { title: 'Page not found', lead: 'This page does not exist, or it has expired.' };

const sendPage = (reply: FastifyReply, page: string, status: number): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page);

/** No scripts at all; the secrets in URLs are not sent as referrer. */
const pageHeaders = (origin: string): Record<string, string> => ({
  'content-security-policy': [
    `default-src 'none'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    // The answer to a form may lead back to the portal.
    `form-action 'self'${origin.includes('[') ? '' : ` ${origin}`}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; '),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
});

const sendFailure = (
  { deps, look, home }: Pages,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const label = `Back to ${look.brand.name}`;
  const show = (title: string, lead: string, status: number): FastifyReply =>
    sendPage(reply, messagePage(look, { title, lead, href: home, label }), status);
  if (error instanceof HttpRefusal && error.code === 'request.rateLimited')
    return show('Too many requests', 'Please wait a minute and try again.', 429);
  const { statusCode = 500 } = error as { statusCode?: number };
  if (error instanceof HttpRefusal || statusCode < 500)
    return show('Invalid request', 'The request could not be read.', 400);
  deps.log.error({ err: error, path: request.routeOptions.url }, 'a page of the sandbox failed');
  return show('Something went wrong', 'Please try again in a minute.', 500);
};
