import type { FastifyInstance } from 'fastify';
import { feedReply } from './feed-reply.ts';
import { feedCache, type FeedCache } from './feed-cache.ts';
import type { FeedDeps } from './read-feed-source.ts';

/**
 * Serves feeds at `/feeds/{pretty_url}`, with or without `.xml`. Returns the cache, for a fast path that skips the
 * router.
 */
export const mountFeeds = (app: FastifyInstance, deps: FeedDeps): FeedCache => {
  const cache = feedCache(deps);
  app.route<{ Params: { name: string }; Querystring: { stay?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/feeds/:name',
    handler: async (request, reply) => {
      const found = await cache.get(feedName(request.params.name));
      const { method, headers, query } = request;
      const response = feedReply(found, { method, headers, stay: query.stay === '1' });
      return reply.code(response.status).headers(response.headers).send(response.body);
    },
  });
  app.options('/feeds/:name', (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', 'GET, HEAD')
      .header('access-control-allow-headers', '*')
      .header('access-control-max-age', '86400')
      .send(),
  );
  return cache;
};

/** The feed's name in the last part of a URL path, without the extension that some readers append. */
export const feedName = (part: string): string => part.replace(/\.xml$/i, '').toLowerCase();
