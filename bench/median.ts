/** The middle one of some numbers, the lower of two. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)]!;
