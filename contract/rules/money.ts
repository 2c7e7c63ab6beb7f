/** How many digits a currency's minor unit has after the point: 2 for USD, 0 for JPY. Currencies are ISO codes in any case. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** An amount in minor units for display, with its currency: `$29.00`, `€9.00`, `¥900`. */
export const amountText = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(minor / 10 ** minorDigits(currency));

/** Micros, in which impressions are priced, in the currency's major unit. */
export const microsPerUnit = 1_000_000;

/** A price for a thousand impressions, in minor units, as micros for one. */
export const microsOfCpm = (cpm: number, currency: string): number =>
  Math.round((cpm * microsPerUnit) / 1000 / 10 ** minorDigits(currency));

/** Micros as minor units, rounded once: a half goes to the even neighbour. */
export const minorOfMicros = (micros: number, currency: string): number => {
  const unit = microsPerUnit / 10 ** minorDigits(currency);
  const whole = Math.floor(micros / unit);
  const rest = micros - whole * unit;
  const isUp = rest * 2 > unit || (rest * 2 === unit && whole % 2 !== 0);
  return isUp ? whole + 1 : whole;
};

/** An amount in micros for display, with as many digits as it has: `$1.2344`. */
export const microsText = (micros: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 6 }).format(micros / microsPerUnit);
