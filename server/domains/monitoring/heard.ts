import type { StationState } from '#contract/engine.ts';
import type { StationKey } from '#contract/keys.ts';
import type { Clock } from '#server/kernel/kernel.ts';

/** What is known of a station at the engine; neither is there before the engine said anything. */
export type Heard = {
  state: StationState | undefined;
  /** Since when the engine has not been reached, ms since the epoch. */
  lostSince: number | undefined;
};

/** Keeps what the engine said last; a lost engine says nothing of its stations any more. */
export const createHeard = (clock: Clock) => {
  const states = new Map<StationKey, StationState>();
  let lostSince: number | undefined;
  return {
    connected: () => {
      states.clear();
      lostSince = undefined;
    },
    state: (state: StationState) => void states.set(state.key, state),
    lost: () => {
      lostSince ??= clock.now().getTime();
    },
    of: (key: StationKey): Heard => ({ state: lostSince === undefined ? states.get(key) : undefined, lostSince }),
  };
};
