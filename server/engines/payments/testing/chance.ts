/** A seeded source of random choices (mulberry32). */
export const seededChance = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  next();
  return {
    below: (bound: number): number => Math.floor(next() * bound),
    percent: (share: number): boolean => next() * 100 < share,
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!,
  };
};
