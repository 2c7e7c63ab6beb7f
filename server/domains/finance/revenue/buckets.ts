import type { RevenueFrequency } from '#contract/api/finance.ts';
import { offsetAt } from '#contract/rules/zone-clock.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { knownZone, nextDate, startOfDay } from '#server/kernel/time-zone.ts';
import { monthAfter } from '#server/platform/months.ts';

/** The days or months of a period, each from its start (ms) to the next one's; `end` is the last one's. */
export type RevenueBuckets = { dates: string[]; starts: number[]; end: number };

const most: Record<RevenueFrequency, number> = { daily: 366, monthly: 120 };

/** Today in the zone. */
export const todayIn = (zone: string, now: Date): string => {
  const known = knownZone(zone);
  return new Date(now.getTime() + offsetAt(known, now.getTime())).toISOString().slice(0, 10);
};

/**
 * The days, or the months by their first day, from `from` to `to` (this month unless given) that have begun. A month that the period
 * begins or ends within has only its days. Refuses with `analytics.period` beyond 366 days or 120 months.
 */
export const revenueBuckets = (
  frequency: RevenueFrequency,
  period: { from?: string | undefined; to?: string | undefined },
  zone: string,
  now: Date,
): RevenueBuckets => {
  const known = knownZone(zone);
  const today = todayIn(known, now);
  const to = period.to ?? today;
  const from = period.from ?? `${to.slice(0, 7)}-01`;
  if (from > to) refuse('analytics.period', { reason: 'it ends before it starts' });
  const last = to < today ? to : today;
  const dates: string[] = [];
  const add = (date: string): void => {
    if (dates.push(date) > most[frequency])
      refuse('analytics.period', { reason: `it can have at most ${String(most[frequency])} rows` });
  };
  if (frequency === 'daily') for (let day = from; day <= last; day = nextDate(day)) add(day);
  else for (let month = from.slice(0, 7); `${month}-01` <= last; month = monthAfter(month)) add(`${month}-01`);
  const starts = dates.map((date) => startOfDay(known, date < from ? from : date));
  return { dates, starts, end: dates.length === 0 ? 0 : startOfDay(known, nextDate(last)) };
};
