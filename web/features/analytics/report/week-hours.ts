import type { Slot } from '#contract/api/analytics.ts';

/** Average listeners per hour of the week; null where the period has no such hour yet. */
export type WeekHours = (number | null)[][];

/** Seven days from Monday with 24 hours each: the average listeners over all such hours that have started. */
export const weekHoursOf = (slots: readonly Slot[], now: number): WeekHours => {
  const sums = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => ({ sum: 0, count: 0 })));
  for (const { from, stats } of slots) {
    if (Date.parse(from) > now) continue;
    const weekday = (new Date(`${from.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7;
    const cell = sums[weekday]?.[Number(from.slice(11, 13))];
    if (!cell) continue;
    cell.sum += stats.average;
    cell.count += 1;
  }
  return sums.map((hours) => hours.map(({ sum, count }) => (count === 0 ? null : sum / count)));
};

/** The hour of the week with the most listeners; undefined when there are none. */
export const busiestOf = (hours: WeekHours): { weekday: number; hour: number; listeners: number } | undefined => {
  const all = hours.flatMap((row, weekday) =>
    row.flatMap((listeners, hour) => (listeners ? [{ weekday, hour, listeners }] : [])),
  );
  return all.toSorted((a, b) => b.listeners - a.listeners)[0];
};
