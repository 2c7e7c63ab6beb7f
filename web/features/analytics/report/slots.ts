import type { Slot, StatsReply } from '#contract/analytics.ts';
import { clockTime, day, shortDay } from '#web/lib/format.ts';

/** The slots of the frequency that was asked for; the other two lists are empty. */
export const slotsOf = ({ minute_stats, hour_stats, day_stats }: StatsReply): Slot[] => [
  ...minute_stats,
  ...hour_stats,
  ...day_stats,
];

/** Whether a slot has begun: of what is still to come nothing is known. */
export const hasBegun = ({ from }: Slot, now: number): boolean => Date.parse(from) <= now;

/** Whether the period goes on: its numbers are so far, and compare with nothing that is over. */
export const isRunning = (stats: StatsReply, now: number): boolean => {
  const last = slotsOf(stats).at(-1);
  return last !== undefined && Date.parse(last.to) > now;
};

/** How a slot's beginning is called: a clock's time within one day, a day where slots are days, else both. */
export const slotNames = (stats: StatsReply): ((from: string) => string) => {
  if (stats.day_stats.length > 0) return shortDay;
  if (stats.from_date === stats.to_date) return clockTime;
  return (from) => `${shortDay(from)}, ${clockTime(from)}`;
};

/** Whether any spot was heard in the period or in the one before; else nothing is said of spots. */
export const hasSpots = ({ period_stats, previous }: StatsReply): boolean =>
  period_stats.stats.impressions > 0 || (previous?.stats.impressions ?? 0) > 0;

/** `Nov 1, 2026 – Nov 22, 2026`, or the one day. */
export const daysWords = (from: string, to: string): string => (from === to ? day(from) : `${day(from)} – ${day(to)}`);

/** What a file of these days is called, without its ending. */
export const fileNameOf = (what: string, { from_date, to_date }: StatsReply): string =>
  from_date === to_date ? `${what}-${from_date}` : `${what}-${from_date}-${to_date}`;
