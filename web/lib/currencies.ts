/** All currencies by ISO 4217 code and English name, from the browser. */
export const currencies = (): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${code}, ${names.of(code) ?? code}`,
  }));
};

/** The number of decimals of a currency: 2 for most, 0 for the yen. */
export const fractionDigits = (currency: string): number => {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
};

/** Formats minor units: 1999 EUR is `€19.99`; without a currency just the number. */
export const money = (minor: number, currency: string): string => {
  const digits = fractionDigits(currency);
  const major = minor / 10 ** digits;
  if (!/^[A-Z]{3}$/.test(currency)) return major.toFixed(digits);
  return major.toLocaleString('en', { style: 'currency', currency });
};
