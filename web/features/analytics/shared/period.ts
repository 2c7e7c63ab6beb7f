import type { Period } from './period-search.ts';

export const periodNames: Record<Period, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  thisWeek: 'This Week',
  previousWeek: 'Previous Week',
  thisMonth: 'This Month',
  previousMonth: 'Previous Month',
};

export type Range = {
  from_date: string;
  to_date: string;
  type: 'day' | 'period';
  frequency: 'minute' | 'hour' | 'day';
};

/** A period's days in a time zone, at a moment: `day` by the hour when it is one day, else `period` by the day (spec §4). Weeks begin on Monday. */
export const rangeOf = (period: Period, now: Date, timeZone: string): Range => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  const [from, to] = spanOf(period, today);
  const isDay = from === to;
  return { from_date: from, to_date: to, type: isDay ? 'day' : 'period', frequency: isDay ? 'hour' : 'day' };
};

const spanOf = (period: Period, today: string): [string, string] => {
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
