import { clockOf, type DayPartHours } from '#contract/week.ts';
import { clockTime } from '#web/lib/format.ts';

export { dayNames, shortDay, wordsOfDays } from '#web/lib/week-days.ts';

/** The hours in words: `10:00 PM–2:00 AM, over midnight`. */
export const wordsOfHours = ({ from, to }: Pick<DayPartHours, 'from' | 'to'>): string => {
  if (from === 0 && to === 1440) return 'The whole day';
  return `${timeOf(from)}–${timeOf(to)}${to < from ? ', over midnight' : ''}`;
};

/** Minutes since midnight in 12-hour form (spec §9). */
const timeOf = (minutes: number): string => clockTime(`T${clockOf(minutes % 1440)}`);

/** `08:30` as minutes since midnight; undefined for what is no time. */
export const minutesOf = (time: string): number | undefined => {
  const found = /^(\d\d):(\d\d)/.exec(time);
  return found ? Number(found[1]) * 60 + Number(found[2]) : undefined;
};
