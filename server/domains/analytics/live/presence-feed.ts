import type { Listener } from '#contract/engine/engine.ts';
import { followListeners, type ListenerEventHandlers } from './follow-listeners.ts';
import { createConnectedListeners, type ConnectedListeners } from './connected-listeners.ts';
import type { LocateListener } from './locate-listeners.ts';

export type PresenceFeed = {
  /** The current listeners, as last reported; the returned object is updated as they connect and disconnect. */
  listeners(): ConnectedListeners;
  /** Whether the engine is connected and its listeners are complete. */
  isConnected(): boolean;
  start(): void;
  stop(): Promise<void>;
};

type Options = {
  engine: { url: string; token: string };
  place: LocateListener;
  /** Called when something changed at these stations; without an argument, at any station. */
  changed(stations?: ReadonlySet<string>): void;
  /** How long a reconnect may take before followers see an outage. */
  graceMs?: number;
};

/**
 * Keeps the current listeners in memory, from the engine's event stream. Each connection begins with a snapshot; until
 * that is complete, the previous listeners are used.
 */
export const createPresenceFeed = ({ engine, place, changed, graceMs = 1000 }: Options): PresenceFeed => {
  let current = createConnectedListeners();
  let incoming: ConnectedListeners | undefined;
  let isConnected = false;
  let grace: NodeJS.Timeout | undefined;
  const abort = new AbortController();
  let following: Promise<void> | undefined;

  const addAll = async (
    connected: ConnectedListeners,
    opened: readonly Listener[],
    stations: Set<string>,
  ): Promise<void> => {
    for (const listener of opened) if (connected.add(await place(listener))) stations.add(listener.station);
  };
  const handlers: ListenerEventHandlers = {
    connected: () => void (incoming = createConnectedListeners()),
    snapshot: async (sessions) => await addAll(incoming ?? current, sessions, new Set()),
    snapshotComplete: () => {
      clearTimeout(grace);
      grace = undefined;
      current = incoming ?? current;
      incoming = undefined;
      isConnected = true;
      changed();
    },
    changed: async ({ opened, closed }) => {
      const connected = incoming ?? current;
      const stations = new Set<string>();
      await addAll(connected, opened, stations);
      for (const id of closed) {
        const removed = connected.remove(id);
        if (removed) stations.add(removed.station);
      }
      if (connected === current) changed(stations);
    },
    disconnected: () => {
      incoming = undefined;
      grace ??= setTimeout(() => {
        isConnected = false;
        changed();
      }, graceMs);
    },
  };
  return {
    listeners: () => current,
    isConnected: () => isConnected,
    start: () => void (following ??= followListeners(engine, handlers, abort.signal)),
    stop: async () => {
      abort.abort();
      clearTimeout(grace);
      await following;
    },
  };
};
