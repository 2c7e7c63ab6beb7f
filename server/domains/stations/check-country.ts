import { refuse } from '#server/kernel/http/refuse.ts';
import { isCountry } from '#server/kernel/iso-codes.ts';

/** Refuses a country code that is not in ISO 3166. */
export const checkCountry = (country = ''): void => {
  if (country !== '' && !isCountry(country)) refuse('request.invalid', {}, { country: 'Please choose a country.' });
};
