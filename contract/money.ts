/** How many digits a currency's minor unit has after the point: 2 for USD, 0 for JPY. Currencies are ISO codes in any case. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** An amount in minor units for display, with its currency: `$29.00`, `€9.00`, `¥900`. */
export const amountText = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(minor / 10 ** minorDigits(currency));
