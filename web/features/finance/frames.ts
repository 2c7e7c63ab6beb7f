import { spanOf } from '#contract/rules/analytics-period.ts';

/** The time frames of revenue (spec §4). */
export const frames = ['yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'custom'] as const;
export type Frame = (typeof frames)[number];

export const frameNames: Record<Frame, string> = {
  yesterday: 'Yesterday',
  thisWeek: 'This week',
  lastWeek: 'Last week',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  custom: 'Custom',
};

/** What analytics calls them. */
const periods = { lastWeek: 'previousWeek', lastMonth: 'previousMonth' } as const;

export type Days = { from: string; to: string };

/** The days of a frame; a custom one without dates is this month. */
export const daysOf = (
  frame: Frame,
  today: string,
  custom: { from?: string | undefined; to?: string | undefined },
): Days => {
  const name = frame === 'custom' ? 'thisMonth' : frame;
  const [from, to] = spanOf(name === 'lastWeek' || name === 'lastMonth' ? periods[name] : name, today);
  return frame === 'custom' ? { from: custom.from ?? from, to: custom.to ?? to } : { from, to };
};

/** The days that a row of revenue stands for: a day, or those of its month within the period. */
export const daysOfRow = (date: string, isMonth: boolean, { from, to }: Days): Days => {
  if (!isMonth) return { from: date, to: date };
  const [year = 0, month = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { from: date < from ? from : date, to: last < to ? last : to };
};
