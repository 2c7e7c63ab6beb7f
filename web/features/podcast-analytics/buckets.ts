import type { PodcastStatsReply } from '#contract/api/podcast-stats.ts';
import { clockTime, day } from '#web/lib/format.ts';

export type Slot = PodcastStatsReply['periodDateStats'][number];

/** The hours or days of a period that have started. */
export const startedBuckets = ({ periodDateStats }: PodcastStatsReply): Slot[] => {
  const now = Date.now();
  return periodDateStats.filter(({ from }) => Date.parse(from) <= now);
};

/** The label of a bucket: the time within one day, else the date. */
export const bucketLabel = (from: string, isDay: boolean): string => (isDay ? clockTime(from) : day(from));
