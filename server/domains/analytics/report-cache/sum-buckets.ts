import type { Size } from '../questions/size.ts';
import type { Counts, CountsBy } from '../questions/scope.ts';
import type { CachedBucket } from './cached-buckets.ts';

/** A cached bucket as a result row. */
export const cachedCounts = (
  { second, uniques, estimated_uniques: estimated, ...counts }: CachedBucket,
  size: Size,
): CountsBy => ({
  ...counts,
  by: String(second),
  uniques: size === 'large' ? estimated : uniques,
});

/**
 * Sums buckets, except for unique listeners; sessions open when the first bucket began were open when the whole range
 * did.
 */
export const sumBuckets = (buckets: readonly CountsBy[], start: number): CountsBy => {
  const sum = (name: keyof Counts): number => buckets.reduce((total, row) => total + row[name], 0);
  const by = String(start / 1000);
  const first = buckets.find((row) => row.by === by);
  const openAtStart = first === undefined ? 0 : first.connections - first.connected;
  const [ms, connected, disconnected] = [sum('ms'), sum('connected'), sum('disconnected')];
  const [impressions, thirdQuartile] = [sum('impressions'), sum('thirdQuartile')];
  return {
    ...{ by, ms, connected, disconnected, impressions, thirdQuartile },
    ...{ connections: connected + openAtStart, uniques: 0 },
  };
};

/** No row where nobody listened, as in a counted result. */
export const unlessEmpty = (row: CountsBy): CountsBy | undefined =>
  row.connections + row.ms + row.disconnected + row.impressions + row.thirdQuartile > 0 ? row : undefined;
