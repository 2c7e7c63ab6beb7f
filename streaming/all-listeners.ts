import type { Listener, OpenSession } from '#contract/engine/engine.ts';
import type { Edge } from '#streaming/edge/edge.ts';
import type { RemoteEdges } from '#streaming/edge/remote-edges.ts';
import type { Sessions } from '#streaming/edge/sessions.ts';
import type { Icecast } from '#streaming/icecast/icecast.ts';

/** Where listeners are: at this process's edge, at edge processes, and at relays that report theirs. */
type Sides = {
  /** The sessions of this process, with those that relays report. */
  sessions: Sessions;
  edge: Edge;
  remotes: RemoteEdges;
  relays: Icecast;
};

/** The listeners of an engine, on all sides that have joined. */
export type AllListeners = {
  join<Side extends keyof Sides>(side: Side, joined: Sides[Side]): void;
  /** Listeners of a station, on all sides. */
  count(station: string): number;
  /** The same without those of this process's edge. */
  elsewhere(station: string): number;
  /** Listeners that this process counts, by station. */
  localCounts(): Map<string, number>;
  /** Listeners of a station at this process's edge. */
  edgeCount(station: string): number;
  edgeSessions(station: string): ReturnType<Edge['sessions']>;
  /** All open sessions; the list may change while it is read. */
  all(): Generator<Listener>;
  /** At most so many open sessions, of a station or of all. */
  list(station: string | undefined, limit: number): Promise<{ sessions: OpenSession[]; total: number }>;
};

/** Starts without a side: nobody listens. */
export const createAllListeners = (): AllListeners => {
  const sides: Partial<Sides> = {};
  const edgeCount = (station: string): number => sides.edge?.listeners(station) ?? 0;
  const relayCount = (station: string): number => sides.relays?.listeners(station) ?? 0;
  const elsewhere = (station: string): number => (sides.remotes?.listeners(station) ?? 0) + relayCount(station);
  return {
    join(side, joined) {
      sides[side] = joined;
    },
    count: (station) => edgeCount(station) + elsewhere(station),
    elsewhere,
    localCounts: () =>
      new Map([...(sides.edge?.counts() ?? [])].map(([station, count]) => [station, count + relayCount(station)])),
    edgeCount,
    edgeSessions: (station) => sides.edge?.sessions(station) ?? [],
    *all() {
      if (sides.sessions) yield* sides.sessions.listeners();
      if (sides.remotes) yield* sides.remotes.allListeners();
    },
    async list(station, limit) {
      const own = sides.sessions?.list(station, limit) ?? { sessions: [], total: 0 };
      const others = (await sides.remotes?.sessions(station, limit)) ?? { sessions: [], total: 0 };
      return { sessions: [...own.sessions, ...others.sessions].slice(0, limit), total: own.total + others.total };
    },
  };
};
