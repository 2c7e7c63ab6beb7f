import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Outbound } from '#server/kernel/kernel.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';

/** The response at a URL: a status, a page, or a redirect. */
export type Answer = number | { type: string; body: string } | { location: string };

/**
 * One loopback server in place of all platforms: the guarded client requests `https://overcast.fm/x` from it as
 * `/overcast.fm/x`. `answers` are keyed by URL without scheme; anything else is 404.
 */
export const fakeDirectories = async () => {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    const at = (request.url ?? '').slice(1);
    asked.push(at);
    const answer = answers.get(at) ?? 404;
    if (typeof answer === 'number') return reply.writeHead(answer).end('<title>Error</title>');
    if ('location' in answer) return reply.writeHead(302, { location: `/${answer.location}` }).end();
    return reply.writeHead(200, { 'content-type': answer.type }).end(answer.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  const guarded = guardedOutbound({ isAllowed: (address) => address === '127.0.0.1', isPortAllowed: () => true });
  const outbound: Outbound = {
    ...guarded,
    async get(url, bounds) {
      const reply = await guarded.get(origin + url.replace(/^https:\/\//, ''), bounds);
      return { ...reply, url: `https://${reply.url.slice(origin.length)}` };
    },
  };
  return {
    outbound,
    asked,
    answers,
    page: (at: string, name: string, rest = '') =>
      answers.set(at, { type: 'text/html', body: `<head><meta property="og:title" content="${name}"></head>${rest}` }),
    json: (at: string, value: unknown) => answers.set(at, { type: 'application/json', body: JSON.stringify(value) }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
