import { momentIn, offsetAt } from '#contract/rules/zone-clock.ts';
import type { ReportFrequency } from '#contract/api/report-schedule.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';

export type Rhythm = { every: ReportFrequency; weekday: number; hour: number };

/** Longer than a month, so any schedule has a time within it. */
const reachDays = 33;

/** When a report is due next after a time (ms): at its hour in the zone, or right after where clocks skip that hour. */
export const dueAfter = (plan: Rhythm, zone: string, time: number): number => {
  const today = localDay(zone, time);
  for (let n = -1; n <= reachDays; n++) {
    const due = dueOn(plan, zone, today + n * dayMs);
    if (due !== undefined && due > time) return due;
  }
  throw new Error('The report has no next due time.');
};

/** When a report was last due, up to a time: of several missed ones the newest. */
export const lastDue = (plan: Rhythm, zone: string, time: number): number => {
  const today = localDay(zone, time);
  for (let n = 1; n >= -reachDays; n--) {
    const due = dueOn(plan, zone, today + n * dayMs);
    if (due !== undefined && due <= time) return due;
  }
  throw new Error('The report was never due.');
};

/** The dates that a report sent at a time covers: the day before, the seven days before, or the month before. */
export const periodBefore = (
  every: ReportFrequency,
  zone: string,
  time: number,
): { from_date: string; to_date: string } => {
  const today = localDay(zone, time);
  if (every !== 'month')
    return { from_date: dateOf(today - (every === 'day' ? 1 : 7) * dayMs), to_date: dateOf(today - dayMs) };
  const first = new Date(today);
  first.setUTCDate(1);
  const last = first.getTime() - dayMs;
  return { from_date: `${dateOf(last).slice(0, 7)}-01`, to_date: dateOf(last) };
};

const dueOn = ({ every, weekday, hour }: Rhythm, zone: string, day: number): number | undefined => {
  const date = new Date(day);
  if (every === 'week' && (date.getUTCDay() + 6) % 7 !== weekday - 1) return undefined;
  if (every === 'month' && date.getUTCDate() !== 1) return undefined;
  return momentIn(zone, day + hour * hourMs);
};

/** The local day in a zone, as its midnight in UTC. */
const localDay = (zone: string, time: number): number => Math.floor((time + offsetAt(zone, time)) / dayMs) * dayMs;

const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10);
