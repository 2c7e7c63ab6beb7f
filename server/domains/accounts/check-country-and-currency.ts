import { refuse } from '#server/kernel/http/refuse.ts';
import { isCountry, isCurrency } from '#server/kernel/iso-codes.ts';

/** Refuses country and currency codes that don't exist. */
export const checkCountryAndCurrency = (codes: {
  country?: string | undefined;
  currency?: string | undefined;
}): void => {
  const fields: Record<string, string> = {};
  if (codes.country && !isCountry(codes.country)) fields['country'] = 'Please choose a country.';
  if (codes.currency && !isCurrency(codes.currency)) fields['currency'] = 'Please choose a currency.';
  if (Object.keys(fields).length > 0) refuse('request.invalid', {}, fields);
};
