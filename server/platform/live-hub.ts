import { isHeard } from '#contract/on-air.ts';
import type { StationLive } from '#contract/session.ts';
import { createMailbox } from './mailbox.ts';

/** The engine's last word on every station, passed on to whoever follows it in this process. */
export type LiveHub = {
  publish(state: StationLive): void;
  /** What was last told of a station since this process began. */
  last(key: string): StationLive | undefined;
  /** How many stations are on the air and how many listen, when anything was last told, and how many have tracks that can't be read. */
  totals(): {
    onAir: number;
    listeners: number;
    told: Date | undefined;
    unreadable: { stations: number; tracks: number };
  };
  /** Calls `told` with the last word on each of these stations, then with every change, until what is given back is called. */
  follow(stations: readonly string[], told: (state: StationLive) => void): () => void;
  /** The last word on each of these stations, then every change until the signal; a slow reader misses what was overtaken. */
  subscribe(stations: readonly string[], signal: AbortSignal): AsyncIterable<StationLive>;
};

type Follower = (state: StationLive) => void;

/** Nothing of it is kept: at every connection the engine tells of all its stations. */
export const createLiveHub = (): LiveHub => {
  const known = new Map<string, StationLive>();
  const followers = new Map<string, Set<Follower>>();
  let told: Date | undefined;

  const follow: LiveHub['follow'] = (stations, told) => {
    // A function of its own, so that one reader may follow twice.
    const follower: Follower = (state) => told(state);
    for (const key of stations) {
      const state = known.get(key);
      if (state) told(state);
      followers.set(key, (followers.get(key) ?? new Set()).add(follower));
    }
    return () => {
      for (const key of stations) leave(followers, key, follower);
    };
  };

  return {
    last: (key) => known.get(key),

    totals: () => {
      let onAir = 0;
      let listeners = 0;
      const unreadable = { stations: 0, tracks: 0 };
      for (const state of known.values()) {
        if (isHeard(state)) onAir += 1;
        if (state.status !== 'inactive') listeners += state.listeners;
        if (state.status === 'inactive' || !state.unreadable?.count) continue;
        unreadable.stations += 1;
        unreadable.tracks += state.unreadable.count;
      }
      return { onAir, listeners, told, unreadable };
    },

    publish: (state) => {
      known.set(state.key, state);
      told = new Date();
      for (const tell of followers.get(state.key) ?? []) tell(state);
    },

    follow,

    subscribe: async function* (stations, signal) {
      const mailbox = createMailbox<StationLive>();
      const stop = follow(stations, (state) => mailbox.put(state.key, state));
      try {
        yield* mailbox.read(signal);
      } finally {
        stop();
      }
    },
  };
};

const leave = (followers: Map<string, Set<Follower>>, key: string, follower: Follower): void => {
  const there = followers.get(key);
  there?.delete(follower);
  if (there?.size === 0) followers.delete(key);
};
