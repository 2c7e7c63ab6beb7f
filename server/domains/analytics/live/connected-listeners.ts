import { countSession, emptyTally, type Tally } from './tally.ts';
import type { ConnectedSession } from './locate-listeners.ts';

/** The current listeners: every open session, and each station's tally. */
export type ConnectedListeners = {
  /** Returns whether the session is new. */
  add(session: ConnectedSession): boolean;
  /** Returns the removed session, if there was one. */
  remove(id: string): ConnectedSession | undefined;
  has(id: string): boolean;
  tally(station: string): Tally | undefined;
  sessions(station: string): Iterable<ConnectedSession>;
  /** The stations with listeners. */
  stations(): string[];
};

type AtStation = { tally: Tally; sessions: Map<string, ConnectedSession> };

export const createConnectedListeners = (): ConnectedListeners => {
  const all = new Map<string, ConnectedSession>();
  const stations = new Map<string, AtStation>();
  return {
    add: (session) => {
      if (all.has(session.id)) return false;
      all.set(session.id, session);
      const at = stations.get(session.station) ?? {
        tally: emptyTally(),
        sessions: new Map<string, ConnectedSession>(),
      };
      stations.set(session.station, at);
      at.sessions.set(session.id, session);
      countSession(at.tally, session, 1);
      return true;
    },
    remove: (id) => {
      const session = all.get(id);
      const at = session && stations.get(session.station);
      if (!session || !at) return undefined;
      all.delete(id);
      at.sessions.delete(id);
      countSession(at.tally, session, -1);
      if (at.sessions.size === 0) stations.delete(session.station);
      return session;
    },
    has: (id) => all.has(id),
    tally: (station) => stations.get(station)?.tally,
    sessions: (station) => stations.get(station)?.sessions.values() ?? [],
    stations: () => [...stations.keys()],
  };
};
