import { bucketBounds, type Period } from '#server/platform/period.ts';

type Slot<S> = { from: string; to: string; stats: S };

/**
 * The buckets of a period without gaps, as `hour_stats` or `day_stats` by its frequency; a row's `name` is its bucket's
 * start in seconds since the epoch.
 */
export const bucketStats = <Row extends { name: string }, S>(
  period: Period,
  rows: readonly Row[],
  present: (row: Row | undefined) => S,
): { hour_stats: Slot<S>[]; day_stats: Slot<S>[] } => {
  const byName = new Map(rows.map((row) => [row.name, row]));
  const buckets = bucketBounds(period).map((bucket, i) => ({
    ...bucket,
    stats: present(byName.get(String(period.starts[i]! / 1000))),
  }));
  return period.frequency === 'day' ? { hour_stats: [], day_stats: buckets } : { hour_stats: buckets, day_stats: [] };
};
