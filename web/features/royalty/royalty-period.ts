import { longestReportDays } from '#contract/rules/royalty-rules.ts';
import type { RoyaltyPeriod } from './royalty-search.ts';

export type Dates = { from_date: string; to_date: string };

export const royaltyPeriodNames: Record<RoyaltyPeriod, string> = {
  thisMonth: 'This Month',
  previousMonth: 'Previous Month',
  twoMonthsAgo: 'Two Months Ago',
  custom: 'Date Range',
};

/** The days of a period relative to `today`; an invalid range falls back to this month. */
export const datesOf = (period: RoyaltyPeriod, today: string, custom: { from: string; to: string }): Dates => {
  if (period === 'custom' && rangeProblem(custom.from, custom.to) === undefined)
    return { from_date: custom.from, to_date: custom.to };
  if (period === 'previousMonth' || period === 'twoMonthsAgo') {
    const first = firstOf(today, period === 'previousMonth' ? 1 : 2);
    return { from_date: first, to_date: dayBefore(firstOf(today, period === 'previousMonth' ? 0 : 1)) };
  }
  return { from_date: firstOf(today, 0), to_date: today };
};

/** Why two dates are not a valid range for a report; undefined if they are. */
export const rangeProblem = (from: string, to: string): string | undefined => {
  if (!isDate(from) || !isDate(to)) return 'Enter a start and an end date.';
  if (from > to) return 'The start date is after the end date.';
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  return days > longestReportDays
    ? `A report can cover at most ${longestReportDays} days; this range has ${days}.`
    : undefined;
};

/** When a month's report is due: the 45th day after its end (37 CFR 370.4(c)); undefined for other periods. */
export const dueDate = ({ from_date, to_date }: Dates): string | undefined =>
  from_date.endsWith('-01') && dayBefore(firstOf(from_date, -1)) === to_date ? shift(to_date, 45) : undefined;

const firstOf = (date: string, monthsBack: number): string => {
  const month = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() - monthsBack);
  return month.toISOString().slice(0, 10);
};
const dayBefore = (date: string): string => shift(date, -1);
const shift = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(text));
