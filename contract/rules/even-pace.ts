import { dayMs } from './time.ts';
import { daySpans, type DayPartHours } from './week.ts';

type Run = {
  /** The first and the last day. */
  startDate: string;
  endDate: string;
  /** The hours of the week in which it may play; null for all. */
  schedule: readonly DayPartHours[] | null;
  impressionLimit: number;
};

const dayMinutes = 1440;

/** The minutes of each day of the week, Monday first, in which something may play. */
const minutesOfWeek = (schedule: readonly DayPartHours[] | null): number[] => {
  if (schedule === null) return Array.from({ length: 7 }, () => 1);
  const minutes = new Uint8Array(7 * dayMinutes);
  for (const { day, from, to } of schedule.flatMap(daySpans))
    minutes.fill(1, (day - 1) * dayMinutes + from, (day - 1) * dayMinutes + to);
  return Array.from({ length: 7 }, (_, day) =>
    minutes.subarray(day * dayMinutes, (day + 1) * dayMinutes).reduce((sum, minute) => sum + minute, 0),
  );
};

/** Monday is 0; 1970-01-01 was a Thursday. */
const weekDayOf = (date: string): number => (Math.floor(Date.parse(date) / dayMs) + 3) % 7;

/**
 * The impressions that an even pace delivers on a day of a campaign: the goal by the time in which it may play on that day, so none on a
 * day outside of its hours. All days are equal if its hours touch none of them.
 */
export const evenPaceOf = ({ startDate, endDate, schedule, impressionLimit }: Run): ((date: string) => number) => {
  const days = Math.round((Date.parse(endDate) - Date.parse(startDate)) / dayMs) + 1;
  const first = weekDayOf(startDate);
  const totalOf = (minutes: readonly number[]): number =>
    minutes.reduce((sum, of, day) => sum + of * Math.ceil(Math.max(0, days - ((day - first + 7) % 7)) / 7), 0);
  const minutes = minutesOfWeek(schedule);
  const weights = totalOf(minutes) > 0 ? minutes : minutesOfWeek(null);
  const total = totalOf(weights);
  return (date) => (total > 0 ? (impressionLimit * weights[weekDayOf(date)]!) / total : 0);
};
