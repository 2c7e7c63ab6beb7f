import type { SpotEvent } from '#contract/engine/engine.ts';
import type { ChosenSpot } from '#shared/ads/choose.ts';

/** A spot of a break: when it begins and ends, µs since the break began. */
export type HeardSpot = Pick<ChosenSpot, 'campaign' | 'spot'> & { from: number; to: number };

type Quartile = SpotEvent['quartile'];

/** Every spot has five marks: its beginning, and the end of each quarter. */
export const marksOfSpot = 5;

export const slotOf = (mark: number): number => Math.floor(mark / marksOfSpot);
export const quartileOf = (mark: number): Quartile => (mark % marksOfSpot) as Quartile;

/** Where a mark is, µs since the break began. */
export const placeOf = (spots: readonly HeardSpot[], mark: number): number => {
  const { from, to } = spots[slotOf(mark)]!;
  return from + ((to - from) * quartileOf(mark)) / 4;
};
