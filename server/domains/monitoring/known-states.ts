import type { StationState } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Clock } from '#server/kernel/kernel.ts';

/** The last known state of a station at the engine; both are undefined before the engine first reports. */
export type KnownState = {
  state: StationState | undefined;
  /** Since when the engine is unreachable, ms since the epoch. */
  lostSince: number | undefined;
};

/** Stores the last states the engine reported; while the engine is unreachable, they count as unknown. */
export const createKnownStates = (clock: Clock) => {
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
    isLost: (): boolean => lostSince !== undefined,
    of: (key: StationKey): KnownState => ({ state: lostSince === undefined ? states.get(key) : undefined, lostSince }),
  };
};
