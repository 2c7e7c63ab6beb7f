import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { feedReply } from './domains/podcasts/feed/feed-reply.ts';
import type { FeedCache } from './domains/podcasts/feed/feed-cache.ts';
import { feedName } from './domains/podcasts/feed/feeds.routes.ts';

const prefix = '/feeds/';

/**
 * Replies to feed requests from memory before the rest of the server is involved: directories poll every feed every few
 * minutes, and nearly always have the current version. All other requests take the usual way.
 */
export const serveFeedsFirst = (server: Server, feeds: Pick<FeedCache, 'peek'>): void => {
  const usual = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isAnswered(request, response, feeds)) for (const handle of usual) handle(request, response);
  });
};

const isAnswered = (request: IncomingMessage, response: ServerResponse, feeds: Pick<FeedCache, 'peek'>): boolean => {
  const { method, url = '', headers } = request;
  if (!url.startsWith(prefix) || (method !== 'GET' && method !== 'HEAD')) return false;
  const part = url.slice(prefix.length);
  // The router handles anything but a plain name.
  if (!/^[\w.-]+$/.test(part)) return false;
  const found = feeds.peek(feedName(part));
  if (found === 'stale' || found === undefined) return false;
  const { status, headers: own, body } = feedReply(found, { method, headers, stay: false });
  response.writeHead(status, own);
  response.end(body);
  return true;
};
