import type { StationLive } from '#contract/session.ts';

/** The engine's last word on every station, passed on to whoever follows it in this process. */
export type LiveHub = {
  publish(state: StationLive): void;
  /** What was last told of a station since this process began. */
  last(key: string): StationLive | undefined;
  /** The last word on each of these stations, then every change until the signal; a slow reader misses what was overtaken. */
  subscribe(stations: readonly string[], signal: AbortSignal): AsyncIterable<StationLive>;
};

type Follower = { pending: Map<string, StationLive>; wake: () => void };

/** Nothing of it is kept: at every connection the engine tells of all its stations. */
export const createLiveHub = (): LiveHub => {
  const known = new Map<string, StationLive>();
  const followers = new Map<string, Set<Follower>>();

  return {
    last: (key) => known.get(key),

    publish: (state) => {
      known.set(state.key, state);
      for (const follower of followers.get(state.key) ?? []) {
        follower.pending.set(state.key, state);
        follower.wake();
      }
    },

    subscribe: async function* (stations, signal) {
      const follower: Follower = { pending: new Map(), wake: () => undefined };
      for (const key of stations) {
        const state = known.get(key);
        if (state) follower.pending.set(key, state);
        followers.set(key, (followers.get(key) ?? new Set()).add(follower));
      }
      try {
        while (!signal.aborted) {
          const states = [...follower.pending.values()];
          follower.pending.clear();
          yield* states;
          if (follower.pending.size === 0) await nextChange(follower, signal);
        }
      } finally {
        for (const key of stations) leave(followers, key, follower);
      }
    },
  };
};

const nextChange = (follower: Follower, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const wake = () => {
      signal.removeEventListener('abort', wake);
      follower.wake = () => undefined;
      resolve();
    };
    follower.wake = wake;
    signal.addEventListener('abort', wake);
  });

const leave = (followers: Map<string, Set<Follower>>, key: string, follower: Follower): void => {
  const there = followers.get(key);
  there?.delete(follower);
  if (there?.size === 0) followers.delete(key);
};
