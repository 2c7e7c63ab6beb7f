import { dayMs } from '#contract/rules/time.ts';

/** Beyond that, campaigns are planned as if the rest of their time was like it. */
export const horizonMs = 400 * dayMs;
/** How many days are looked at one by one; later ones a week at a time. */
const singleDays = 35;
/** How many changes within the next day are looked at. */
const mostChanges = 12;

/**
 * The times between which pacing adds up supply: now, the changes of campaigns within a day, the days of five weeks, then
 * weeks, until the last campaign ends.
 */
export const edgesFrom = (now: number, demands: readonly { starts: number; ends: number }[]): number[] => {
  const end = Math.min(now + horizonMs, Math.max(now + dayMs, ...demands.map(({ ends }) => ends)));
  const soon = demands
    .flatMap(({ starts, ends }) => [starts, ends])
    .filter((at) => at > now && at < Math.min(end, now + dayMs));
  const edges = new Set([now, ...[...new Set(soon)].sort((a, b) => a - b).slice(0, mostChanges)]);
  for (let day = 1; now + day * dayMs < end; day += day < singleDays ? 1 : 7) edges.add(now + day * dayMs);
  return [...edges, end].sort((a, b) => a - b);
};

/**
 * How much more than its need a campaign aims at: little, and more towards its end, when a poor day can't be made up for. The
 * leases hold the goal itself.
 */
export const marginAt =
  (now: number) =>
  ({ ends }: { ends: number }): number =>
    1.02 + atEnd / Math.sqrt(Math.max(1, (ends - now) / dayMs));
const atEnd = 0.15;
