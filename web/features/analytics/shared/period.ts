import type { Period } from './period-search.ts';

export const periodNames: Record<Period, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  thisWeek: 'This Week',
  previousWeek: 'Previous Week',
  thisMonth: 'This Month',
  previousMonth: 'Previous Month',
  custom: 'Custom range',
};

export type Frequency = 'minute' | 'hour' | 'day';
export type Range = {
  from_date: string;
  to_date: string;
  type: 'day' | 'period';
  frequency: Frequency;
};

export const longestDays = 366;
/** Nobody reads a chart of more hours. */
const longestByHour = 93;

/** A period's days in a time zone, at a moment: `day` by the hour when it is one day, else `period` by the day (spec §4). Weeks begin on Monday. */
export const rangeOf = (period: Exclude<Period, 'custom'>, now: Date, timeZone: string): Range =>
  rangeBetween(...spanOf(period, todayIn(now, timeZone)));

/** The date in a time zone at a moment. */
export const todayIn = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);

/** From one date to another, by the hour when they are one day, else by the day. */
export const rangeBetween = (from: string, to: string): Range => {
  const isDay = from === to;
  return { from_date: from, to_date: to, type: isDay ? 'day' : 'period', frequency: isDay ? 'hour' : 'day' };
};

/** Why these two dates are no period, in words; undefined where they are one. */
export const problemOf = (from: string, to: string, today: string): string | undefined => {
  if (!isDate(from) || !isDate(to)) return 'Give two dates.';
  if (from > to) return 'The first day is after the last one.';
  if (to > today) return 'The last day is in the future.';
  const days = daysOf({ from_date: from, to_date: to });
  return days > longestDays ? `A period has at most ${longestDays} days; these are ${days}.` : undefined;
};

/** How many days a range has. */
export const daysOf = ({ from_date, to_date }: Pick<Range, 'from_date' | 'to_date'>): number =>
  Math.round((Date.parse(to_date) - Date.parse(from_date)) / 86_400_000) + 1;

/** By what a range can be cut. */
export const frequenciesOf = (range: Range): Frequency[] => {
  if (range.type === 'day') return ['minute', 'hour'];
  return daysOf(range) <= longestByHour ? ['hour', 'day'] : ['day'];
};

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(text)) && shift(text, 0) === text;

const spanOf = (period: Exclude<Period, 'custom'>, today: string): [string, string] => {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const month = today.slice(0, 7);
  const monthBefore = shift(`${month}-01`, -1);
  switch (period) {
    case 'today':
      return [today, today];
    case 'yesterday':
      return [shift(today, -1), shift(today, -1)];
    case 'thisWeek':
      return [shift(today, -weekday), today];
    case 'previousWeek':
      return [shift(today, -weekday - 7), shift(today, -weekday - 1)];
    case 'thisMonth':
      return [`${month}-01`, today];
    case 'previousMonth':
      return [`${monthBefore.slice(0, 7)}-01`, monthBefore];
  }
};

/** A date some days later; dates are counted in UTC, where every day has 24 hours. */
const shift = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
