import { isPlayingSource } from '#contract/api/on-air.ts';
import type { StationLive } from '#contract/api/session.ts';
import { createMailbox } from './mailbox.ts';

/** The latest state of every station from the engine, for the followers in this process. */
export type LiveHub = {
  publish(state: StationLive): void;
  /** The latest state of a station since this process started. */
  latest(key: string): StationLive | undefined;
  /** Stations on the air, current listeners, the time of the last report, and stations with unreadable tracks. */
  totals(): {
    onAir: number;
    listeners: number;
    lastReport: Date | undefined;
    unreadable: { stations: number; tracks: number };
  };
  /** Calls `onState` with the latest state of these stations, then every change; returns the function that stops it. */
  follow(stations: readonly string[], onState: (state: StationLive) => void): () => void;
  /** The latest state of these stations, then every change until the signal; a slow reader misses superseded states. */
  subscribe(stations: readonly string[], signal: AbortSignal): AsyncIterable<StationLive>;
};

type Follower = (state: StationLive) => void;

/** Nothing is stored: on every connection the engine sends all its stations. */
export const createLiveHub = (): LiveHub => {
  const states = new Map<string, StationLive>();
  const followers = new Map<string, Set<Follower>>();
  let lastReport: Date | undefined;

  const follow: LiveHub['follow'] = (stations, onState) => {
    // A new function per call, so that one reader may follow twice.
    const follower: Follower = (state) => onState(state);
    for (const key of stations) {
      const state = states.get(key);
      if (state) onState(state);
      followers.set(key, (followers.get(key) ?? new Set()).add(follower));
    }
    return () => {
      for (const key of stations) unfollow(followers, key, follower);
    };
  };

  return {
    latest: (key) => states.get(key),

    totals: () => {
      let onAir = 0;
      let listeners = 0;
      const unreadable = { stations: 0, tracks: 0 };
      for (const state of states.values()) {
        if (isPlayingSource(state)) onAir += 1;
        if (state.status !== 'inactive') listeners += state.listeners;
        if (state.status === 'inactive' || !state.unreadable?.count) continue;
        unreadable.stations += 1;
        unreadable.tracks += state.unreadable.count;
      }
      return { onAir, listeners, lastReport, unreadable };
    },

    publish: (state) => {
      states.set(state.key, state);
      lastReport = new Date();
      for (const follower of followers.get(state.key) ?? []) follower(state);
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

const unfollow = (followers: Map<string, Set<Follower>>, key: string, follower: Follower): void => {
  const stationFollowers = followers.get(key);
  stationFollowers?.delete(follower);
  if (stationFollowers?.size === 0) followers.delete(key);
};
