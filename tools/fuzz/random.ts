/** A seeded source of random choices. */
export type Chance = {
  /** An integer from 0 up to, but not including, `bound`. */
  below(bound: number): number;
  /** True with a probability of `share` percent. */
  percent(share: number): boolean;
  pick<T>(from: readonly T[]): T;
};

/** Creates one from a seed (mulberry32). */
export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  next();
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    percent: (share) => next() * 100 < share,
    pick: (from) => from[below(from.length)]!,
  };
};
