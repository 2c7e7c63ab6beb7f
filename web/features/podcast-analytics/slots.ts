import type { PodcastStatsReply } from '#contract/podcast-stats.ts';
import { clockTime, day } from '#web/lib/format.ts';

export type Slot = PodcastStatsReply['periodDateStats'][number];

/** The hours or days of a period that have begun. */
export const pastSlots = ({ periodDateStats }: PodcastStatsReply): Slot[] => {
  const now = Date.now();
  return periodDateStats.filter(({ from }) => Date.parse(from) <= now);
};

/** What a slot is called: an hour of a day, or a day. */
export const labelOf = (from: string, isDay: boolean): string => (isDay ? clockTime(from) : day(from));
