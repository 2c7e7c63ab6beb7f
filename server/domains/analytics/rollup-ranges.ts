import type { TimeRange } from '#server/platform/period.ts';
import { hourMs } from '#contract/time.ts';

/** A range covered by rollups of this many hours each. */
export type RollupRange = TimeRange & { hours: number };

/** The offset of the first Monday after the epoch, which was a Thursday. */
const monday = 4 * 24 * hourMs;

/**
 * Splits a range into the fewest rollup buckets, longest first: whole weeks, then the days around them, then hours;
 * `ends` is what no rollup covers.
 */
export const splitIntoRollups = (
  range: TimeRange,
  steps: readonly number[],
): { pieces: RollupRange[]; ends: TimeRange[] } => {
  const { start, end } = range;
  if (end <= start) return { pieces: [], ends: [] };
  const [hours, ...shorter] = steps;
  if (hours === undefined) return { pieces: [], ends: [range] };
  const whole = wholeOf(range, hours);
  if (whole === undefined) return splitIntoRollups(range, shorter);
  const before = splitIntoRollups({ start, end: whole.start }, shorter);
  const after = splitIntoRollups({ start: whole.end, end }, shorter);
  return { pieces: [...before.pieces, whole, ...after.pieces], ends: [...before.ends, ...after.ends] };
};

const wholeOf = ({ start, end }: TimeRange, hours: number): RollupRange | undefined => {
  const step = hours * hourMs;
  const first = Math.ceil((start - monday) / step) * step + monday;
  const last = Math.floor((end - monday) / step) * step + monday;
  return last > first ? { start: first, end: last, hours } : undefined;
};
