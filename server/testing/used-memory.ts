import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of this process that are still referenced, in its heap and in buffers: what can be collected doesn't count. */
export const usedMemory = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** By how much it grew at most; what earlier tests of this process left may be freed meanwhile, so less is no growth. */
export const mostGrowth = (sizes: readonly number[]): number =>
  Math.max(...sizes.map((size, i) => size - Math.min(...sizes.slice(0, i + 1))));
