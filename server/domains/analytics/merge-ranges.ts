import type { TimeRange } from '#server/platform/period.ts';

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
