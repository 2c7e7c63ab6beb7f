import { setImmediate as turn } from 'node:timers/promises';
import { dayMs } from '#contract/rules/time.ts';
import { gridOf, reachableOf, type Demand, type Grid, type Market, type Reachable } from './market.ts';

/** What a campaign gets of the market. */
export type Allotted = {
  demand: Demand;
  /** How much of what it can reach it needs. */
  tightness: number;
  /** The share of its occasions that it takes, if they have room. */
  share: number;
  /** Impressions, in all and by bucket of time. */
  expected: number;
  byBucket: Float64Array;
  reachable: Reachable;
  /** The share that it takes of its occasions in each place of `reachable`. */
  taken: Float64Array;
};

export type Allocation = {
  grid: Grid;
  /** In the order in which campaigns chose. */
  allotted: Allotted[];
  /** Room that is left, by unit and bucket. */
  free: Float64Array;
};

/**
 * Divides the market as high-water marks do: campaigns choose by priority, then those that need most of what they can reach.
 * Each takes the smallest share of its occasions that meets its need, as far as there is room: so it plays evenly, and leaves
 * to others what only they can use. Pacing and forecasts both come from here.
 */
export const allocate = (market: Market): Allocation => {
  const allocation = allocating(market);
  for (;;) {
    const { done, value } = allocation.next();
    if (done === true) return value;
  }
};

/** A turn of the event loop at least this often, ms. */
const turnMs = 10;

/** As `allocate`, without keeping the process from other work: for the market of a whole portal. */
export const allocateInTurns = async (market: Market): Promise<Allocation> => {
  const allocation = allocating(market);
  for (let since = performance.now(); ;) {
    const { done, value } = allocation.next();
    if (done === true) return value;
    if (performance.now() - since < turnMs) continue;
    await turn();
    since = performance.now();
  }
};

/** Divides the market; pauses after each campaign. */
function* allocating(market: Market): Generator<undefined, Allocation, undefined> {
  const grid = gridOf(market);
  const free = grid.room.slice();
  const asked: Pick<Allotted, 'demand' | 'reachable' | 'tightness'>[] = [];
  for (const demand of market.demands) {
    const reachable = reachableOf(grid, demand);
    asked.push({ demand, reachable, tightness: reachable.total === 0 ? 0 : demand.need / reachable.total });
    yield;
  }
  asked.sort(
    (a, b) =>
      a.demand.priority - b.demand.priority ||
      b.tightness - a.tightness ||
      (a.demand.key < b.demand.key ? -1 : Number(a.demand.key > b.demand.key)),
  );
  const allotted: Allotted[] = [];
  for (const one of asked) {
    allotted.push({ ...one, ...take(grid, free, one, market.margin?.(one.demand) ?? 1) });
    yield;
  }
  return { grid, allotted, free };
}

const steps = 26;

const take = (
  grid: Grid,
  free: Float64Array,
  { demand, reachable }: Pick<Allotted, 'demand' | 'reachable'>,
  margin: number,
): Pick<Allotted, 'byBucket' | 'expected' | keyof Taken> => {
  const limits = limitsByBucket(grid, demand);
  const need = demand.need * margin;
  const found = demand.isFast ? takenFast(reachable, free, limits, need) : takenEvenly(reachable, free, limits, need);
  const byBucket = new Float64Array(grid.buckets);
  for (let i = 0; i < reachable.at.length; i++) {
    byBucket[reachable.bucket[i]!]! += reachable.occasions[i]! * found.taken[i]!;
    const at = reachable.at[i]!;
    free[at] = Math.max(0, free[at]! - reachable.part[i]! * found.taken[i]!);
  }
  const expected = byBucket.reduce((sum, one) => sum + one, 0);
  return { byBucket, expected, ...found };
};

/** The impressions of a campaign's daily limit in each bucket. */
const limitsByBucket = ({ edges, buckets }: Grid, { perDay, starts, ends }: Demand): Float64Array | null =>
  perDay === null
    ? null
    : Float64Array.from({ length: buckets }, (_, b) => {
        const ms = Math.min(ends, edges[b + 1]!) - Math.max(starts, edges[b]!);
        return (perDay * Math.max(0, ms)) / dayMs;
      });

type Taken = { share: number; taken: Float64Array };

/** The smallest share with which enough is taken, or all there is. */
const takenEvenly = (reachable: Reachable, free: Float64Array, limits: Float64Array | null, need: number): Taken => {
  let share = 1;
  if (sumWith(reachable, free, limits, 1) > need) {
    let low = 0;
    for (let step = 0; step < steps; step++) {
      const middle = (low + share) / 2;
      if (sumWith(reachable, free, limits, middle) < need) low = middle;
      else share = middle;
    }
  }
  const taken = Float64Array.from(reachable.at, (at) => Math.min(share, free[at]!));
  if (limits) scaleBuckets(reachable, taken, (bucket, sum) => Math.min(1, limits[bucket]! / sum));
  return { share, taken };
};

const sumWith = (
  { at, bucket, occasions }: Reachable,
  free: Float64Array,
  limits: Float64Array | null,
  share: number,
): number => {
  let sum = 0;
  if (!limits) {
    for (let i = 0; i < at.length; i++) sum += occasions[i]! * Math.min(share, free[at[i]!]!);
    return sum;
  }
  for (let i = 0; i < at.length;) {
    const b = bucket[i]!;
    let inBucket = 0;
    for (; i < at.length && bucket[i] === b; i++) inBucket += occasions[i]! * Math.min(share, free[at[i]!]!);
    sum += Math.min(inBucket, limits[b]!);
  }
  return sum;
};

/** All there is, one bucket after the other, until it is enough. */
const takenFast = (reachable: Reachable, free: Float64Array, limits: Float64Array | null, need: number): Taken => {
  const taken = Float64Array.from(reachable.at, (at) => Math.min(1, free[at]!));
  let left = need;
  scaleBuckets(reachable, taken, (bucket, sum) => {
    const wanted = Math.min(left, sum, limits?.[bucket] ?? Infinity);
    left -= wanted;
    return wanted / sum;
  });
  return { share: 1, taken };
};

/** Multiplies what is taken in each bucket, whose impressions are `sum`. */
const scaleBuckets = (
  { at, bucket, occasions }: Reachable,
  taken: Float64Array,
  by: (bucket: number, sum: number) => number,
): void => {
  for (let i = 0; i < at.length;) {
    const [b, first] = [bucket[i]!, i];
    let sum = 0;
    for (; i < at.length && bucket[i] === b; i++) sum += occasions[i]! * taken[i]!;
    if (sum <= 0) continue;
    const factor = by(b, sum);
    for (let one = first; one < i; one++) taken[one]! *= factor;
  }
};
