import type { ServerResponse } from 'node:http';
import type { Listener } from '#contract/engine/engine.ts';
import { createListenerChanges, type ListenerChanges } from '#streaming/edge/listener-changes.ts';

export type ListenerEvents = ListenerChanges & {
  /** Subscribes `response`; it receives all open sessions first. */
  subscribe(response: ServerResponse): void;
};

type Options = {
  /** All open sessions; the list may change while it is read. */
  allListeners(): Iterable<Listener>;
};

const heartbeatMs = 15_000;
const unreadAtMost = 64 * 1024 * 1024;
const atOnce = 500;

/**
 * Server-sent events of opened and closed sessions (contract/engine/engine.ts `/sessions/events`). The open sessions are sent
 * in chunks, one per turn of the event loop, so that audio never waits; a subscriber that doesn't read is disconnected.
 */
export const createListenerEvents = ({ allListeners }: Options): ListenerEvents => {
  const subscribers = new Set<ServerResponse>();
  const send = (text: string): void => {
    for (const subscriber of subscribers) sendOne(subscriber, text);
  };
  const changes = createListenerChanges((moved) => {
    if (subscribers.size > 0) send(toEvent('moved', moved));
  });
  const heartbeat = setInterval(() => send(': alive\n\n'), heartbeatMs);
  return {
    // Without subscribers nothing is collected.
    opened: (listener) => subscribers.size > 0 && changes.opened(listener),
    closed: (session) => subscribers.size > 0 && changes.closed(session),
    subscribe(response) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(": the engine's listeners\n\n");
      subscribers.add(response);
      response.on('close', () => subscribers.delete(response));
      void sendAll(response, allListeners());
    },
    stop() {
      clearInterval(heartbeat);
      changes.stop();
      for (const subscriber of subscribers) subscriber.end();
      subscribers.clear();
    },
  };
};

const sendAll = async (response: ServerResponse, allListeners: Iterable<Listener>): Promise<void> => {
  let sessions: Listener[] = [];
  for (const listener of allListeners) {
    if (sessions.push(listener) < atOnce) continue;
    sendOne(response, toEvent('here', { sessions }));
    sessions = [];
    await new Promise((resolve) => setImmediate(resolve));
    if (response.destroyed || response.writableEnded) return;
  }
  if (sessions.length > 0) sendOne(response, toEvent('here', { sessions }));
  sendOne(response, toEvent('told', {}));
};

const sendOne = (subscriber: ServerResponse, text: string): void => {
  if (subscriber.writableEnded) return;
  if (subscriber.writableLength > unreadAtMost) subscriber.destroy();
  else subscriber.write(text);
};

const toEvent = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
