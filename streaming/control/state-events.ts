import type { ServerResponse } from 'node:http';
import type { StationPositions } from '#contract/engine/autodj-position.ts';
import type { StationState } from '#contract/engine/engine.ts';

export type StateEvents = {
  /** Publishes a state at once. */
  publish(state: StationState): void;
  /** Publishes the station's state soon: frequent changes are sent at most four times a second. */
  publishSoon(station: string): void;
  /** Subscribes `response`; it receives every station's state first. */
  subscribe(response: ServerResponse): void;
  stop(): void;
};

type Options = {
  states(): StationState[];
  state(station: string): StationState | undefined;
  /** The positions that changed since it was called last. */
  movedPositions(): StationPositions['positions'];
  positionsMs?: number;
};

const flushMs = 250;
const heartbeatMs = 15_000;
const tenSeconds = 10_000;
const unreadAtMost = 4 * 1024 * 1024;

/** Server-sent events of station states; a subscriber that doesn't read is disconnected and has to reconnect. */
export const createStateEvents = ({
  states,
  state,
  movedPositions,
  positionsMs = tenSeconds,
}: Options): StateEvents => {
  const subscribers = new Set<ServerResponse>();
  const pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const send = (text: string): void => {
    for (const subscriber of subscribers) {
      if (subscriber.writableLength > unreadAtMost) subscriber.destroy();
      else subscriber.write(text);
    }
  };
  const flush = (): void => {
    timer = undefined;
    const due = [...pending].map(state).filter((one) => one !== undefined);
    pending.clear();
    if (subscribers.size > 0) send(due.map(toEvent).join(''));
  };
  const heartbeat = setInterval(() => send(': alive\n\n'), heartbeatMs);
  const reporting = setInterval(() => {
    const positions = movedPositions();
    if (subscribers.size > 0 && positions.length > 0)
      send(`event: positions\ndata: ${JSON.stringify({ positions } satisfies StationPositions)}\n\n`);
  }, positionsMs);
  return {
    publish(one) {
      pending.delete(one.key);
      if (subscribers.size > 0) send(toEvent(one));
    },
    publishSoon(station) {
      pending.add(station);
      timer ??= setTimeout(flush, flushMs);
    },
    subscribe(response) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(`: the engine's stations\n\n${states().map(toEvent).join('')}`);
      subscribers.add(response);
      response.on('close', () => subscribers.delete(response));
    },
    stop() {
      clearInterval(heartbeat);
      clearInterval(reporting);
      clearTimeout(timer);
      for (const subscriber of subscribers) subscriber.end();
    },
  };
};

const toEvent = (state: StationState): string => `event: state\ndata: ${JSON.stringify(state)}\n\n`;
