import { minorDigits } from '#contract/rules/money.ts';

/** The price of impressions in minor units, rounded to the nearest; `micros` is the price of one impression. Exact at any size. */
export const costOf = (impressions: number, micros: number, currency: string): number => {
  const perMinor = 10n ** BigInt(6 - minorDigits(currency));
  return Number((2n * BigInt(impressions) * BigInt(micros) + perMinor) / (2n * perMinor));
};
