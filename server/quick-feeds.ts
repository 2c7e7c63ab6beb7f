import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { feedReply } from './domains/podcasts/feed/feed-reply.ts';
import type { FeedShelf } from './domains/podcasts/feed/feed-shelf.ts';
import { feedName } from './domains/podcasts/feed/feeds.routes.ts';

const prefix = '/feeds/';

/**
 * Answers feeds that are in memory before anything else of the server is at work: directories ask for each of them every
 * few minutes, and nearly always for what they have. What is not, and every other request, goes the usual way.
 */
export const answerFeedsFirst = (server: Server, shelf: Pick<FeedShelf, 'now'>): void => {
  const usual = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isAnswered(request, response, shelf)) for (const handle of usual) handle(request, response);
  });
};

const isAnswered = (request: IncomingMessage, response: ServerResponse, shelf: Pick<FeedShelf, 'now'>): boolean => {
  const { method, url = '', headers } = request;
  if (!url.startsWith(prefix) || (method !== 'GET' && method !== 'HEAD')) return false;
  const part = url.slice(prefix.length);
  // An address with more to it than a plain name is for the router.
  if (!/^[\w.-]+$/.test(part)) return false;
  const found = shelf.now(feedName(part));
  if (found === 'stale' || found === undefined) return false;
  const { status, headers: own, body } = feedReply(found, { method, headers, stay: false });
  response.writeHead(status, own);
  response.end(body);
  return true;
};
