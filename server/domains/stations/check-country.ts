import { refuse } from '#server/kernel/http/refuse.ts';
import { isCountry } from '#server/kernel/iso-codes.ts';

/** Refuses letters that look like a country and are none. */
export const checkCountry = (country = ''): void => {
  if (country !== '' && !isCountry(country)) refuse('request.invalid', {}, { country: 'Please choose a country.' });
};
