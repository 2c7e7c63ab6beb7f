import type { Edge } from './edge.ts';

type Side = { edge: Pick<Edge, 'has'>; isConnected(): boolean };

/**
 * Of several edges at one port, the one that has the path's station; of two, while a station moves, the one whose engine
 * is there. A path of no station is the first one's.
 */
export const sideOf = <One extends Side>(sides: readonly [One, ...One[]], path: string): One => {
  const [first, ...others] = sides;
  if (others.length === 0) return first;
  const having = sides.filter(({ edge }) => edge.has(path));
  return having.find((side) => side.isConnected()) ?? having[0] ?? first;
};
