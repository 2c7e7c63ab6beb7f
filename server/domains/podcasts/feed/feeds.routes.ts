import type { FastifyInstance } from 'fastify';
import { feedReply } from './feed-reply.ts';
import { feedShelf, type FeedShelf } from './feed-shelf.ts';
import type { FeedDeps } from './read-feed-source.ts';

/** Serves every podcast's feed at `/feeds/{pretty_url}`, with `.xml` or without. Gives the shelf for a faster way to it. */
export const mountFeeds = (app: FastifyInstance, deps: FeedDeps): FeedShelf => {
  const shelf = feedShelf(deps);
  app.route<{ Params: { name: string }; Querystring: { stay?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/feeds/:name',
    handler: async (request, reply) => {
      const found = await shelf.get(feedName(request.params.name));
      const { method, headers, query } = request;
      const answer = feedReply(found, { method, headers, stay: query.stay === '1' });
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
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
  return shelf;
};

/** The last part of an address, without the ending that some readers want. */
export const feedName = (part: string): string => part.replace(/\.xml$/i, '').toLowerCase();
