import { fractionDigits } from '#web/lib/currencies.ts';

/** An amount in the major unit, rounded as money is paid: `$12.35`. */
export const rounded = (amount: number, currency: string): string =>
  amount.toLocaleString('en', { style: 'currency', currency });

/** Small amounts have two more digits than the currency, or as many as they need, up to a micro. */
const moreDigits = 2;

/** The same with all its digits: `$12.3456`. */
export const exact = (amount: number, currency: string): string =>
  amount.toLocaleString('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: fractionDigits(currency) + moreDigits,
    maximumFractionDigits: 6,
  });

/** `November 2026` for `2026-11` or `2026-11-01`. */
export const monthName = (date: string): string =>
  new Date(`${date.slice(0, 7)}-01T00:00:00Z`).toLocaleDateString('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** What is shown of something that is gone. */
export const nameOr = (name: string, kind: 'campaign' | 'station' | 'episode'): string =>
  name === '' ? `Deleted ${kind}` : name;
