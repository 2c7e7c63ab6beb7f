import { dayMs } from '#contract/rules/time.ts';
import { nextDate, startOfDay } from '#server/kernel/time-zone.ts';
import { allocate, type Allotted } from './allocate.ts';
import { demandsOf, type PacedCampaign } from './demands.ts';
import type { SupplyCell } from './stream-supply.ts';
import { horizonMs } from './time-buckets.ts';

/*
 * A forecast is the allocation of pacing (allocate.ts) over the future, with a draft in it.
 */

/** How many days of a draft are looked at one by one. */
const singleDays = 62;
const weekMs = 7 * dayMs;

export type Run = { draft: Allotted | undefined; others: ReadonlyMap<string, number>; edges: readonly number[] };

/** Divides the market among the booked campaigns and the draft; supply is multiplied by `level`. */
export const runForecast = (
  cells: readonly SupplyCell[],
  booked: readonly PacedCampaign[],
  draft: PacedCampaign | undefined,
  { now, edges, level = 1 }: { now: number; edges: readonly number[]; level?: number },
): Run => {
  const own =
    level === 1 ? cells : cells.map((cell) => ({ ...cell, week: Float64Array.from(cell.week, (one) => one * level) }));
  const demands = demandsOf(draft ? [...booked, draft] : booked, own, now);
  const { allotted } = allocate({ edges, cells: own, demands });
  return {
    draft: draft && allotted.find(({ demand }) => demand.key === draft.key),
    others: new Map(
      allotted.flatMap(({ demand, expected }) => (demand.key === draft?.key ? [] : [[demand.key, expected]])),
    ),
    edges,
  };
};

/**
 * The times between which a forecast of days of a zone adds up: now, the beginnings of the days, of more than 62 days that of
 * each seventh; then weeks, until the last of the campaigns ends.
 */
export const forecastEdges = (
  now: number,
  { first, last, zone }: { first: string; last: string; zone: string },
  ends: readonly number[],
): number[] => {
  const edges = [now];
  let count = 0;
  const over = startOfDay(zone, nextDate(last));
  for (let day = first; day <= last; day = nextDate(day)) {
    const at = startOfDay(zone, day);
    const isLookedAt = count < singleDays || (count - singleDays) % 7 === 0;
    if (at > now && isLookedAt) edges.push(at);
    if (at > now) count++;
  }
  if (over > now) edges.push(over);
  const end = Math.min(now + horizonMs, Math.max(edges.at(-1)!, ...ends));
  for (let at = edges.at(-1)! + weekMs; at < end; at += weekMs) edges.push(at);
  if (end > edges.at(-1)!) edges.push(end);
  return edges.length > 1 ? edges : [now, now + dayMs];
};

/** What falls on each of these days of a zone; a bucket of several days counts evenly on them. */
export const byDays = (
  days: readonly string[],
  zone: string,
  { edges }: { edges: readonly number[] },
  byBucket: ArrayLike<number>,
): number[] =>
  days.map((day) => {
    const [from, to] = [startOfDay(zone, day), startOfDay(zone, nextDate(day))];
    let sum = 0;
    for (let b = 0; b < byBucket.length; b++) {
      const [start, end] = [edges[b]!, edges[b + 1]!];
      const within = Math.min(to, end) - Math.max(from, start);
      if (within > 0) sum += (byBucket[b]! * within) / (end - start);
    }
    return sum;
  });

/** The days from the first to the last, at most so many. */
export const daysFrom = (first: string, last: string, most: number): string[] => {
  const days: string[] = [];
  for (let day = first; day <= last && days.length < most; day = nextDate(day)) days.push(day);
  return days;
};
