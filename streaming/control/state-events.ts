import type { ServerResponse } from 'node:http';
import type { StationState } from '#contract/engine.ts';

export type StateEvents = {
  /** Tells a state at once. */
  tell(state: StationState): void;
  /** Tells the station's state soon: what changes often is told at most four times a second. */
  tellSoon(station: string): void;
  /** Makes `response` a follower; it hears every station's state first. */
  follow(response: ServerResponse): void;
  stop(): void;
};

type Options = { states(): StationState[]; state(station: string): StationState | undefined };

const everyMs = 250;
const beatMs = 15_000;
const unreadAtMost = 4 * 1024 * 1024;

/** Server-sent events of station states; a follower that doesn't read is let go and has to come again. */
export function createStateEvents({ states, state }: Options): StateEvents {
  const followers = new Set<ServerResponse>();
  const soon = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const send = (text: string): void => {
    for (const follower of followers) {
      if (follower.writableLength > unreadAtMost) follower.destroy();
      else follower.write(text);
    }
  };
  const flush = (): void => {
    timer = undefined;
    const due = [...soon].map(state).filter((one) => one !== undefined);
    soon.clear();
    if (followers.size > 0) send(due.map(toEvent).join(''));
  };
  const beating = setInterval(() => send(': alive\n\n'), beatMs);
  return {
    tell(one) {
      soon.delete(one.key);
      if (followers.size > 0) send(toEvent(one));
    },
    tellSoon(station) {
      soon.add(station);
      timer ??= setTimeout(flush, everyMs);
    },
    follow(response) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(`: the engine's stations\n\n${states().map(toEvent).join('')}`);
      followers.add(response);
      response.on('close', () => followers.delete(response));
    },
    stop() {
      clearInterval(beating);
      clearTimeout(timer);
      for (const follower of followers) follower.end();
    },
  };
}

const toEvent = (state: StationState): string => `event: state\ndata: ${JSON.stringify(state)}\n\n`;
