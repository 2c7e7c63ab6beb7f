import { clockOf, type DayPartHours } from '#contract/rules/week.ts';
import { clockTime } from '#web/lib/format.ts';

export { dayNames, shortDay, formatWeekDays } from '#web/lib/week-days.ts';

/** Formats hours: `10:00 PM–2:00 AM, past midnight`. */
export const formatHours = ({ from, to }: Pick<DayPartHours, 'from' | 'to'>): string => {
  if (from === 0 && to === 1440) return 'All day';
  return `${timeOf(from)}–${timeOf(to)}${to < from ? ', past midnight' : ''}`;
};

/** Minutes since midnight in 12-hour form (spec §9). */
const timeOf = (minutes: number): string => clockTime(`T${clockOf(minutes % 1440)}`);

/** Parses `08:30` as minutes since midnight; undefined if it is not a time. */
export const minutesOf = (time: string): number | undefined => {
  const match = /^(\d\d):(\d\d)/.exec(time);
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
};
