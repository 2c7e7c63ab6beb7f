import { rawDays } from '#contract/api/raw-data.ts';
import type { RawPeriodName } from './raw-search.ts';

export const rawPeriodNames: Record<RawPeriodName, string> = {
  range: 'Date Range',
  thisMonth: 'This Month',
  previousMonth: 'Previous Month',
  twoMonthsAgo: 'Two Months Ago',
};

/** Start and end date, both inclusive; `isCut` if the period started before the oldest live raw data. */
export type RawRange = { from_date: string; to_date: string; isCut: boolean };

/** The days of a period within the live raw data (spec §9); undefined if none are available or the range is invalid. */
export const rawRange = (
  period: RawPeriodName,
  dates: { from: string; to: string },
  today: string,
): RawRange | undefined => {
  const [from, to] = period === 'range' ? [dates.from, dates.to] : monthOf(monthsBack[period], today);
  const oldest = oldestDate(today);
  if (from === '' || to === '' || from > to || to < oldest || from > today) return undefined;
  return { from_date: from < oldest ? oldest : from, to_date: to, isCut: from < oldest };
};

const monthsBack = { thisMonth: 0, previousMonth: 1, twoMonthsAgo: 2 } as const;

/** The oldest day of live raw data. */
export const oldestDate = (today: string): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) - rawDays * 86_400_000).toISOString().slice(0, 10);

const monthOf = (back: number, today: string): [string, string] => {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const day = (months: number, date: number) => new Date(Date.UTC(year, months, date)).toISOString().slice(0, 10);
  return [day(month - 1 - back, 1), back === 0 ? today : day(month - back, 0)];
};

/** The date in a time zone at a given time. */
export const dateIn = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
