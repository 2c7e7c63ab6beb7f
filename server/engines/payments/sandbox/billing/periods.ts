/** A month, or a year of 12. */
export const periodLengths = ['month', 'year'] as const;
export type PeriodLength = (typeof periodLengths)[number];

/**
 * When the period that starts at `start` ends, s: the day and time of `anchor` in a later month, or that month's last day where it is
 * shorter (31 January, 28 February, 31 March).
 */
export const periodEnd = (anchor: number, start: number, length: PeriodLength): number => {
  const step = length === 'year' ? 12 : 1;
  const from = new Date(anchor * 1000);
  const to = new Date(start * 1000);
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  let n = Math.max(1, Math.floor(months / step) - 1);
  while (monthsAfter(from, n * step) <= start) n += 1;
  return monthsAfter(from, n * step);
};

const monthsAfter = (from: Date, months: number): number => {
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const timeMs = from.getTime() - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return (first.getTime() + (Math.min(from.getUTCDate(), days) - 1) * 86_400_000 + timeMs) / 1000;
};

/** The same day and time `months` later, s. */
export const addMonths = (at: number, months: number): number => monthsAfter(new Date(at * 1000), months);
