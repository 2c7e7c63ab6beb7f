import { refuse } from '#server/kernel/http/refuse.ts';
import { isCountry, isCurrency } from '#server/kernel/iso-codes.ts';

/** Refuses a country or currency that looks right and isn't one. */
export const checkPlaceAndMoney = (given: { country?: string | undefined; currency?: string | undefined }): void => {
  const fields: Record<string, string> = {};
  if (given.country && !isCountry(given.country)) fields['country'] = 'Please choose a country.';
  if (given.currency && !isCurrency(given.currency)) fields['currency'] = 'Please choose a currency.';
  if (Object.keys(fields).length > 0) refuse('request.invalid', {}, fields);
};
