const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const amounts = new Map<string, Intl.NumberFormat>();

/** A day, such as 10 March 2026. */
export const day = (seconds: number): string => days.format(seconds * 1000);

/** An amount of minor units, such as $29.00. */
export const money = (cents: number, currency: string): string => {
  const format = amounts.get(currency) ?? new Intl.NumberFormat('en', { style: 'currency', currency });
  amounts.set(currency, format);
  return format.format(cents / 100);
};
