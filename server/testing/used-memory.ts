import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * Bytes of this process that are still referenced, in its heap and in buffers: what can be collected doesn't count. Buffers are freed a
 * moment after a collection, so one size alone may be too large by some.
 */
export const usedMemory = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** By how much it grew at most; what earlier tests of this process left may be freed meanwhile, so less is no growth. */
export const mostGrowth = (sizes: readonly number[]): number =>
  Math.max(...sizes.map((size, i) => size - Math.min(...sizes.slice(0, i + 1))));

/** The smallest of each four sizes in a row: what is held for longer than a moment. */
export const lasting = (sizes: readonly number[]): number[] =>
  sizes.slice(3).map((size, i) => Math.min(size, ...sizes.slice(i, i + 3)));
