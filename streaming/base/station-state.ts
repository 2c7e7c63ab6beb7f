import type { StationDesired, StationState } from '#contract/engine/engine.ts';

export type StationKey = StationDesired['key'];

/** The audio path's view of a station; the edge adds the listeners. */
export type AirState = Omit<StationState, 'listeners'>;
