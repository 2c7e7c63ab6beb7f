import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { feedReply } from './domains/podcasts/feed/feed-reply.ts';
import type { FeedCache } from './domains/podcasts/feed/feed-cache.ts';
import { feedName } from './domains/podcasts/feed/feeds.routes.ts';

/** Replies if it can do so from memory, and returns whether it did. */
export type ReplyFromMemory = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Lets these reply before the rest of the server is involved, which takes several times as long. All other requests
 * take the usual way.
 */
export const serveFromMemory = (server: Server, replies: readonly ReplyFromMemory[]): void => {
  const usual = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && replies.some((reply) => reply(request, response))) return;
    for (const handle of usual) handle(request, response);
  });
};

const prefix = '/feeds/';

/** Feeds: directories poll every feed every few minutes, and nearly always have the current version. */
export const feedsFromMemory =
  (feeds: Pick<FeedCache, 'peek'>): ReplyFromMemory =>
  (request, response) => {
    const { method, url = '', headers } = request;
    if (!url.startsWith(prefix)) return false;
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
