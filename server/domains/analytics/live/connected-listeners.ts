import type { Listener } from '#contract/engine/engine.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine, MappedPlace } from '#server/engines/geo/port.ts';
import { countSession, emptyTally, type Tally } from './tally.ts';

/** An open session, with location and player looked up once; the IP address is dropped. */
export type ConnectedSession = {
  id: string;
  station: string;
  started: number;
  place: MappedPlace;
  device: string;
  player: string;
  output: Listener['output'];
};

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

export type LocateListener = (listener: Listener) => Promise<ConnectedSession>;

/** Looks up listeners' locations and players. Listeners in one city share one location object. */
export const listenerLocator = ({ geo, agents }: { geo: GeoEngine; agents: AgentEngine }): LocateListener => {
  const places = new Map<string, MappedPlace>();
  const shared = (found: MappedPlace): MappedPlace => {
    const key = `${found.country}\t${found.region}\t${found.city}`;
    const known = places.get(key);
    if (!known) places.set(key, found);
    return known ?? found;
  };
  return async ({ session, station, started, ip, user_agent, output }) => {
    const place = shared(await geo.pinpoint(ip));
    const { device, player } = agents.identify(user_agent);
    return { id: session, station, started, place, device, player, output };
  };
};
