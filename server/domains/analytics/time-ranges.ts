import { dayMs, hourMs } from '#contract/rules/time.ts';
import type { TimeRange } from '#server/platform/period.ts';

/*
 * Ranges of time, in ms since the epoch, as reports cut them up: into days, into what is cached and what is not, and into
 * the buckets of rollups.
 */

/** The start of the day (UTC) in which a time lies. */
export const utcDay = (ms: number): number => Math.floor(ms / dayMs) * dayMs;

/** The starts of the days (UTC) that a range touches, in order. */
export const utcDays = ({ start, end }: TimeRange): number[] => {
  const first = utcDay(start);
  return Array.from({ length: Math.max(0, Math.ceil((end - first) / dayMs)) }, (_, i) => first + i * dayMs);
};

/** The date (UTC) of a time. */
export const utcDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Merges adjacent ranges, which are in order. */
export const mergeRanges = (ranges: readonly TimeRange[]): TimeRange[] =>
  ranges.reduce<TimeRange[]>((joined, { start, end }) => {
    const last = joined.at(-1);
    return last?.end === start ? [...joined.slice(0, -1), { start: last.start, end }] : [...joined, { start, end }];
  }, []);

/** The gaps of a range between others that lie within it, in order. */
export const gapsBetween = ({ start, end }: TimeRange, others: readonly TimeRange[]): TimeRange[] => {
  const starts = [start, ...others.map((one) => one.end)];
  const ends = [...others.map((one) => one.start), end];
  return starts.map((from, i) => ({ start: from, end: ends[i]! })).filter((one) => one.end > one.start);
};

/** A range covered by rollup buckets of this many hours each. */
export type RollupRange = TimeRange & { hours: number };

/** The offset of the first Monday after the epoch, which was a Thursday. */
const monday = 4 * dayMs;

/**
 * Splits a range into the fewest rollup buckets, longest first: whole weeks, then the days around them, then hours;
 * `ends` is what no rollup covers.
 */
export const splitIntoRollups = (
  range: TimeRange,
  steps: readonly number[],
): { covered: RollupRange[]; ends: TimeRange[] } => {
  const { start, end } = range;
  if (end <= start) return { covered: [], ends: [] };
  const [hours, ...shorter] = steps;
  if (hours === undefined) return { covered: [], ends: [range] };
  const whole = wholeOf(range, hours);
  if (whole === undefined) return splitIntoRollups(range, shorter);
  const before = splitIntoRollups({ start, end: whole.start }, shorter);
  const after = splitIntoRollups({ start: whole.end, end }, shorter);
  return { covered: [...before.covered, whole, ...after.covered], ends: [...before.ends, ...after.ends] };
};

const wholeOf = ({ start, end }: TimeRange, hours: number): RollupRange | undefined => {
  const step = hours * hourMs;
  const first = Math.ceil((start - monday) / step) * step + monday;
  const last = Math.floor((end - monday) / step) * step + monday;
  return last > first ? { start: first, end: last, hours } : undefined;
};
