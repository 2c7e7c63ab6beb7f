import { countOne, emptyTally, type Tally } from './tally.ts';
import type { HereSession } from './place-listeners.ts';

/** The current listeners: every open session, and each station's tally. */
export type Here = {
  /** Returns whether the session is new. */
  add(session: HereSession): boolean;
  /** Returns the removed session, if there was one. */
  remove(id: string): HereSession | undefined;
  has(id: string): boolean;
  tally(station: string): Tally | undefined;
  sessions(station: string): Iterable<HereSession>;
  /** The stations with listeners. */
  stations(): string[];
};

type AtStation = { tally: Tally; sessions: Map<string, HereSession> };

export const createHere = (): Here => {
  const all = new Map<string, HereSession>();
  const stations = new Map<string, AtStation>();
  return {
    add: (session) => {
      if (all.has(session.id)) return false;
      all.set(session.id, session);
      const at = stations.get(session.station) ?? { tally: emptyTally(), sessions: new Map<string, HereSession>() };
      stations.set(session.station, at);
      at.sessions.set(session.id, session);
      countOne(at.tally, session, 1);
      return true;
    },
    remove: (id) => {
      const session = all.get(id);
      const at = session && stations.get(session.station);
      if (!session || !at) return undefined;
      all.delete(id);
      at.sessions.delete(id);
      countOne(at.tally, session, -1);
      if (at.sessions.size === 0) stations.delete(session.station);
      return session;
    },
    has: (id) => all.has(id),
    tally: (station) => stations.get(station)?.tally,
    sessions: (station) => stations.get(station)?.sessions.values() ?? [],
    stations: () => [...stations.keys()],
  };
};
