import type { Slot, StatsReply } from '#contract/api/analytics.ts';
import { clockTime, shortDay } from '#web/lib/format.ts';

/** The buckets of the requested frequency; the other two lists are empty. */
export const bucketsOf = ({ minute_stats, hour_stats, day_stats }: StatsReply): Slot[] => [
  ...minute_stats,
  ...hour_stats,
  ...day_stats,
];

/** Whether the period is still running: its values are partial and cannot be compared with a complete period. */
export const isRunning = (stats: StatsReply, now: number): boolean => {
  const last = bucketsOf(stats).at(-1);
  return last !== undefined && Date.parse(last.to) > now;
};

/** The label of a bucket's start: the time within one day, the date for daily buckets, else both. */
export const bucketLabels = (stats: StatsReply): ((from: string) => string) => {
  if (stats.day_stats.length > 0) return shortDay;
  if (stats.from_date === stats.to_date) return clockTime;
  return (from) => `${shortDay(from)}, ${clockTime(from)}`;
};

/** Whether any spot played in the period or the previous one; otherwise reports omit spots. */
export const hasSpots = ({ period_stats, previous }: StatsReply): boolean =>
  period_stats.stats.impressions > 0 || (previous?.stats.impressions ?? 0) > 0;
