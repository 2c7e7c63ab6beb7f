import type { Listener } from '#contract/engine/engine.ts';
import { followListeners, type ListenerEventHandlers } from './follow-listeners.ts';
import {
  createConnectedListeners,
  type ConnectedListeners,
  type ConnectedSession,
  type LocateListener,
} from './connected-listeners.ts';

export type PresenceFeed = {
  /** The current listeners, as last reported; the returned object is updated as they connect and disconnect. */
  listeners(): ConnectedListeners;
  /** Whether an engine is connected and its listeners are complete. */
  isConnected(): boolean;
  start(): void;
  stop(): Promise<void>;
};

type Options = {
  engines: readonly { url: string; token: string }[];
  place: LocateListener;
  /** Called when something changed at these stations; without an argument, at any station. */
  changed(stations?: ReadonlySet<string>): void;
  /** How long a reconnect may take before followers see an outage. */
  graceMs?: number;
};

/**
 * Keeps the current listeners in memory, from the engines' event streams. Each connection begins with a snapshot; until
 * that is complete, the previous listeners are used. Those of an engine that is gone are left out while another is connected.
 */
export const createPresenceFeed = ({ engines, place, changed, graceMs = 1000 }: Options): PresenceFeed => {
  const current = createConnectedListeners();
  const sideOf = new Map<string, object>();
  const isConnected = (): boolean => sides.some((side) => side.isConnected());
  const sides = engines.map(() =>
    createSide({ current, sideOf, place, changed, graceMs, isElsewhere: () => engines.length > 1 && isConnected() }),
  );
  const abort = new AbortController();
  let following: Promise<unknown> | undefined;
  return {
    listeners: () => current,
    isConnected,
    start: () =>
      void (following ??= Promise.all(
        engines.map((engine, at) => followListeners(engine, sides[at]!.handlers, abort.signal)),
      )),
    stop: async () => {
      abort.abort();
      for (const side of sides) side.stop();
      await following;
    },
  };
};

type SideOptions = Pick<Options, 'place' | 'changed'> & {
  current: ConnectedListeners;
  /** The engine that reported a session last: the former engine's loss must not end a session that moved to another. */
  sideOf: Map<string, object>;
  graceMs: number;
  /** Whether another engine is connected. */
  isElsewhere(): boolean;
};

/** The listeners of one engine among all of them. */
const createSide = ({ current, sideOf, place, changed, graceMs, isElsewhere }: SideOptions) => {
  const own = new Set<string>();
  /** What a new connection has sent so far; it replaces the former listeners once it is complete. */
  let incoming: Map<string, ConnectedSession> | undefined;
  let isConnected = false;
  let grace: NodeJS.Timeout | undefined;

  const add = (session: ConnectedSession): boolean => {
    own.add(session.id);
    sideOf.set(session.id, own);
    return current.add(session);
  };
  const remove = (id: string): ConnectedSession | undefined => {
    own.delete(id);
    if (sideOf.get(id) !== own) return undefined;
    sideOf.delete(id);
    return current.remove(id);
  };
  const addAll = async (listeners: readonly Listener[], stations: Set<string>): Promise<void> => {
    for (const listener of listeners) {
      const session = await place(listener);
      if (incoming) incoming.set(session.id, session);
      else if (add(session)) stations.add(session.station);
    }
  };
  const handlers: ListenerEventHandlers = {
    connected: () => void (incoming = new Map()),
    snapshot: async (sessions) => await addAll(sessions, new Set()),
    snapshotComplete: () => {
      clearTimeout(grace);
      grace = undefined;
      const found = incoming ?? new Map<string, ConnectedSession>();
      incoming = undefined;
      for (const id of own) if (!found.has(id)) remove(id);
      for (const session of found.values()) add(session);
      isConnected = true;
      changed();
    },
    changed: async ({ opened, closed }) => {
      const stations = new Set<string>();
      await addAll(opened, stations);
      for (const id of closed) {
        if (incoming) incoming.delete(id);
        else {
          const removed = remove(id);
          if (removed) stations.add(removed.station);
        }
      }
      if (!incoming) changed(stations);
    },
    disconnected: () => {
      incoming = undefined;
      grace ??= setTimeout(() => {
        isConnected = false;
        if (isElsewhere()) for (const id of own) remove(id);
        changed();
      }, graceMs);
    },
  };
  return { handlers, isConnected: () => isConnected, stop: () => clearTimeout(grace) };
};
