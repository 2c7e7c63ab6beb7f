import type { Allocation, Allotted } from './allocate.ts';
import type { Grid } from './market.ts';

/** The chance with which a campaign takes an occasion when it is asked, from a time on. */
type Chance = { from: number; share: number };
export type Chances = {
  /** The part of what it can reach that it needs; of a priority, the campaign with the greatest is asked first. */
  tightness: number;
  steps: Chance[];
};

/**
 * The chances that make processes of listeners deliver an allocation. They ask the campaigns in the order in which these chose
 * (shared/ads/plan.ts) until an occasion has no room left, so a campaign asked later needs a greater chance than its share.
 * For each bucket that begins before `until`.
 */
export const chancesOf = ({ grid, allotted }: Allocation, until: number): Map<string, Chances> => {
  const chances = new Map<string, Chances>(
    allotted.map(({ demand, tightness }) => [demand.key, { tightness, steps: [] }]),
  );
  for (let bucket = 0; bucket < grid.buckets && (bucket === 0 || grid.edges[bucket]! < until); bucket++) {
    const room = roomLeft(grid);
    for (const one of allotted) {
      const share = chanceIn(one, bucket, room);
      if (share !== undefined) chances.get(one.demand.key)!.steps.push({ from: grid.edges[bucket]!, share });
    }
  }
  return chances;
};

/** Until the first campaign is asked, each occasion has all its room. */
const roomLeft = (grid: Grid) => {
  /** By place in the grid: how likely 0, 1, … spots were taken, as long as there is room. */
  const states = new Map<number, number[]>();
  const stateOf = (at: number): number[] => {
    const known = states.get(at) ?? [1, ...Array.from({ length: roomOf(grid, at) - 1 }, () => 0)];
    states.set(at, known);
    return known;
  };
  return {
    /** How likely there is room. */
    isOpen: (at: number): number => stateOf(at).reduce((sum, one) => sum + one, 0),
    take: (at: number, chance: number): void => {
      const state = stateOf(at);
      for (let k = state.length - 1; k >= 0; k--)
        state[k] = state[k]! * (1 - chance) + (k > 0 ? state[k - 1]! * chance : 0);
    },
  };
};

const roomOf = ({ room }: Grid, at: number): number => Math.max(1, Math.round(room[at]!));

const chanceIn = (
  { demand, reachable, taken, share }: Allotted,
  bucket: number,
  room: ReturnType<typeof roomLeft>,
): number | undefined => {
  const first = reachable.bucket.indexOf(bucket);
  if (first < 0) return undefined;
  let [wanted, open] = [0, 0];
  let end = first;
  for (; end < reachable.bucket.length && reachable.bucket[end] === bucket; end++) {
    wanted += reachable.occasions[end]! * taken[end]!;
    open += reachable.occasions[end]! * room.isOpen(reachable.at[end]!);
  }
  // One that takes all it can get takes every occasion, as far as the others leave some.
  const takesAll = demand.isFast || (share >= 1 && demand.perDay === null);
  const chance = takesAll || open <= wanted ? 1 : wanted / open;
  for (let i = first; i < end; i++) room.take(reachable.at[i]!, Math.min(1, chance * reachable.part[i]!));
  return chance;
};
