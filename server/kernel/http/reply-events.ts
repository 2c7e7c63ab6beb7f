import { once } from 'node:events';
import { validateHeaderValue, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { compiledSchema } from './compiled-schema.ts';
import type { ReplyContext } from './reply.ts';

type Shape = Record<string, z.ZodMiniType>;
const heartbeatMs = 15_000;

/**
 * Streams events (server-sent events): a comment every 15 s keeps proxies from closing the connection, a slow client
 * slows the source down, and the stream ends with the request or the caller's token.
 */
export const streamEvents = async (
  events: AsyncIterable<{ event: string; data: unknown }>,
  kind: { events: Shape },
  { request, reply, signal, expires }: ReplyContext,
): Promise<void> => {
  const to = beginEvents(reply);
  if (request.method === 'HEAD') return void to.end();
  const iterator = events[Symbol.asyncIterator]();
  const stop = () => {
    to.end();
    void iterator.return?.();
  };
  const heartbeat = setInterval(() => to.writableNeedDrain || to.write(': \n\n'), heartbeatMs);
  const expiry = expires && setTimeout(stop, Math.min(expires.getTime() - Date.now(), 2 ** 31 - 1));
  signal.addEventListener('abort', stop, { once: true });
  try {
    await copy(iterator, kind.events, to, signal);
  } finally {
    clearInterval(heartbeat);
    clearTimeout(expiry);
    stop();
  }
};

/** Takes over the response and starts an event stream on it. */
export const beginEvents = (reply: FastifyReply): ServerResponse => {
  const headers = takeOver(reply);
  const to = reply.raw;
  // A stream ends with its connection, so it needs no chunks, whose heads would cost a third of each write.
  to.useChunkedEncodingByDefault = false;
  // Not by `setHeader`, which would keep them as long as the stream is open.
  to.writeHead(200, headers);
  if (reply.request.method !== 'HEAD') to.write(reconnect);
  return to;
};

/** Takes over a response that another process will write, and returns what it begins with: its head, as `beginEvents` sends it. */
export const headOfEvents = (reply: FastifyReply): string => {
  const lines = Object.entries(takeOver(reply)).flatMap(([name, values]) =>
    [values ?? []].flat().map((value) => {
      validateHeaderValue(name, String(value));
      return `${name}: ${String(value)}`;
    }),
  );
  const own = [`Date: ${new Date().toUTCString()}`, 'Connection: close'];
  return ['HTTP/1.1 200 OK', ...lines, ...own, '', reconnect].join('\r\n');
};

/** Tells clients to wait as many milliseconds before they connect again. */
const reconnect = 'retry: 2000\n\n';

const takeOver = (reply: FastifyReply): OutgoingHttpHeaders => {
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  reply.hijack();
  return reply.getHeaders() as OutgoingHttpHeaders;
};

const copy = async (
  iterator: AsyncIterator<{ event: string; data: unknown }>,
  shapes: Shape,
  to: ServerResponse,
  signal: AbortSignal,
): Promise<void> => {
  for (;;) {
    const { done, value } = await iterator.next();
    if (done || to.writableEnded || to.destroyed) return;
    const shape = shapes[value.event];
    const data = shape ? z.parse(compiledSchema(shape), value.data) : value.data;
    const isFlowing = to.write(`event: ${value.event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (!isFlowing) await once(to, 'drain', { signal }).catch(() => undefined);
  }
};
