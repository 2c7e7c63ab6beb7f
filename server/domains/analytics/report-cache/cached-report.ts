import { withPrevious, type Period, type TimeRange } from '#server/platform/period.ts';
import type { FindCached, CachedBucket } from './cached-buckets.ts';

/** The cached part of a period (and of the previous one), and what remains to be counted. */
export type CachedTimeseries = {
  /** The buckets from the start of each period on, as far as they are cached. */
  buckets: CachedBucket[];
  /** The rest of each period. */
  uncachedPeriods: Period[];
  /** The totals of one-day periods, by their start (ms). */
  totals: ReadonlyMap<number, CachedBucket>;
  /** The number of sessions in the cached buckets, and the ranges for which it is unknown. */
  sessions: number;
  uncountedRanges: readonly TimeRange[];
};

/** Nothing of a period is cached. */
export const nothingCached = (period: Period): CachedTimeseries => ({
  ...{ buckets: [], uncachedPeriods: [period], totals: new Map(), sessions: 0, uncountedRanges: [period] },
});

/** Collects what is cached of a period, or of two consecutive ones. */
export const cachedTimeseries = (periods: readonly Period[], find: FindCached): CachedTimeseries => {
  const totals = new Map<number, CachedBucket>();
  for (const { start, end, days } of periods) {
    const total = days.length === 1 ? find('day', { start, end }) : undefined;
    if (total) totals.set(start, total);
  }
  const cachedPrefixes = periods.map((period) => cachedPrefix(period, find));
  const buckets = cachedPrefixes.flatMap((one) => one.buckets);
  const uncachedPeriods = mergeAdjacent(cachedPrefixes.flatMap(({ rest }) => rest ?? []));
  const isKnown = totals.size === periods.length;
  const sessions = sessionsOf(isKnown ? [...totals.values()] : buckets);
  return { buckets, uncachedPeriods, totals, sessions, uncountedRanges: isKnown ? [] : uncachedPeriods };
};

const cachedPrefix = (period: Period, find: FindCached): { buckets: CachedBucket[]; rest: Period | undefined } => {
  const { frequency, starts, end } = period;
  if (frequency === 'minute') return { buckets: [], rest: period };
  const buckets: CachedBucket[] = [];
  for (const [i, start] of starts.entries()) {
    const bucket = find(frequency, { start, end: starts[i + 1] ?? end });
    if (bucket === undefined) return { buckets, rest: { ...period, start, starts: starts.slice(i) } };
    buckets.push(bucket);
  }
  return { buckets, rest: undefined };
};

/** Consecutive rests are counted in one query. */
const mergeAdjacent = (uncachedPeriods: readonly Period[]): Period[] => {
  const [before, period] = uncachedPeriods;
  return before && period && before.end === period.start ? [withPrevious(period, before)] : [...uncachedPeriods];
};

const sessionsOf = (buckets: readonly CachedBucket[]): number =>
  buckets.reduce((sum, { connected }) => sum + connected, 0);

/**
 * A day or a week (from Monday, in the period's time zone) whose audience is cached; `computedAt` is when its computation
 * began.
 */
export type CachedRange = TimeRange & { days: 1 | 7; computedAt: number };

/** The cached audience of a period in the fewest days and weeks. */
export const cachedRanges = ({ days, end }: Period, find: FindCached): CachedRange[] => {
  const starts = [...days, end];
  const piece = (i: number, length: 1 | 7): CachedRange | undefined => {
    const [from, to] = [starts[i]!, starts[i + length]];
    if (to === undefined) return undefined;
    const row = find(length === 7 ? 'week' : 'day', { start: from, end: to });
    return row && { start: from, end: to, days: length, computedAt: row.computedAt };
  };
  const found: CachedRange[] = [];
  for (let i = 0; i < days.length;) {
    const next = piece(i, 7) ?? piece(i, 1);
    if (next) found.push(next);
    i += next?.days ?? 1;
  }
  return found;
};
