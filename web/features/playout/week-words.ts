import { clockOf, type DayPartHours } from '#contract/week.ts';
import { clockTime } from '#web/lib/format.ts';

export const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const shortDay = (day: number): string => (dayNames[day - 1] ?? '').slice(0, 3);

/** The days in words: `Mon–Fri`, `Sat, Sun`, `Every day`. */
export const wordsOfDays = (days: readonly number[]): string => {
  const sorted = [...new Set(days)].toSorted((one, other) => one - other);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  if (sorted.length === 7) return 'Every day';
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${shortDay(first)}–${shortDay(last)}`;
  return sorted.map(shortDay).join(', ');
};

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
