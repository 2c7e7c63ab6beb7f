import { refuse } from '#server/kernel/http/refuse.ts';

/** Refuses a country or currency that looks right and isn't one: ISO 3166 and ISO 4217, as the runtime knows them. */
export const checkPlaceAndMoney = (given: { country?: string | undefined; currency?: string | undefined }): void => {
  const fields: Record<string, string> = {};
  if (given.country && !isCountry(given.country)) fields['country'] = 'Please choose a country.';
  if (given.currency && !currencies.has(given.currency)) fields['currency'] = 'Please choose a currency.';
  if (Object.keys(fields).length > 0) refuse('request.invalid', {}, fields);
};

const currencies = new Set(Intl.supportedValuesOf('currency'));
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Unions, pseudo-regions and parts of countries that have letters of their own. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);

/** Letters of countries that are no more (DD, SU, YU) are written with their successor's. */
const isCountry = (code: string): boolean =>
  !notCountries.has(code) &&
  names.of(code) !== undefined &&
  Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
