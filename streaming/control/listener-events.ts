import type { ServerResponse } from 'node:http';
import type { Listener } from '#contract/engine.ts';
import { createComings, type Comings } from '#streaming/edge/comings.ts';

export type ListenerEvents = Comings & {
  /** Makes `response` a follower; it hears who is there first. */
  follow(response: ServerResponse): void;
};

type Options = {
  /** Everybody who listens, as they come and go while it is read. */
  everybody(): Iterable<Listener>;
};

const beatMs = 15_000;
const unreadAtMost = 64 * 1024 * 1024;
const atOnce = 500;

/**
 * Server-sent events of who comes and goes (contract/engine.ts `/sessions/events`). Who is there is told in pieces, a
 * turn of the event loop each, so that sound never waits for it; a follower that doesn't read is let go.
 */
export function createListenerEvents({ everybody }: Options): ListenerEvents {
  const followers = new Set<ServerResponse>();
  const send = (text: string): void => {
    for (const follower of followers) sendOne(follower, text);
  };
  const comings = createComings((moved) => {
    if (followers.size > 0) send(toEvent('moved', moved));
  });
  const beating = setInterval(() => send(': alive\n\n'), beatMs);
  return {
    // While nobody follows, nothing is gathered.
    opened: (listener) => followers.size > 0 && comings.opened(listener),
    closed: (session) => followers.size > 0 && comings.closed(session),
    follow(response) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(": the engine's listeners\n\n");
      followers.add(response);
      response.on('close', () => followers.delete(response));
      void tellAll(response, everybody());
    },
    stop() {
      clearInterval(beating);
      comings.stop();
      for (const follower of followers) follower.end();
      followers.clear();
    },
  };
}

async function tellAll(response: ServerResponse, everybody: Iterable<Listener>): Promise<void> {
  let sessions: Listener[] = [];
  for (const listener of everybody) {
    if (sessions.push(listener) < atOnce) continue;
    sendOne(response, toEvent('here', { sessions }));
    sessions = [];
    await new Promise((resolve) => setImmediate(resolve));
    if (response.destroyed || response.writableEnded) return;
  }
  if (sessions.length > 0) sendOne(response, toEvent('here', { sessions }));
  sendOne(response, toEvent('told', {}));
}

function sendOne(follower: ServerResponse, text: string): void {
  if (follower.writableEnded) return;
  if (follower.writableLength > unreadAtMost) follower.destroy();
  else follower.write(text);
}

const toEvent = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
