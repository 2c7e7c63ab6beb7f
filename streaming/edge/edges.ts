import type { Edge } from './edge.ts';

type Side = { edge: Pick<Edge, 'epochOf'>; has(path: string): boolean; isConnected(): boolean };

/**
 * Of several edges at one port, the one that has the path's station, before one whose engine no longer has it; of two, the one whose engine
 * got the station last, and of the same epoch the one whose engine is there. A path of no station is the first one's.
 */
export const sideOf = <One extends Side>(sides: readonly [One, ...One[]], path: string): One => {
  const [first, ...others] = sides;
  if (others.length === 0) return first;
  const having = sides.flatMap((side) => {
    const epoch = side.edge.epochOf(path);
    return epoch === undefined ? [] : [{ side, epoch, has: side.has(path), isConnected: side.isConnected() }];
  });
  const best = having.toSorted(
    (a, b) => Number(b.has) - Number(a.has) || b.epoch - a.epoch || Number(b.isConnected) - Number(a.isConnected),
  )[0];
  return best?.side ?? first;
};
