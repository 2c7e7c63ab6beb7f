/** Whether this is a currency of ISO 4217, as the runtime knows them. */
export const isCurrency = (code: string): boolean => currencies.has(code);

/** Whether this is a country of ISO 3166; letters of countries that are no more (DD, SU, YU) are written with their successor's. */
export const isCountry = (code: string): boolean =>
  !notCountries.has(code) &&
  names.of(code) !== undefined &&
  Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;

const currencies = new Set(Intl.supportedValuesOf('currency'));
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Unions, pseudo-regions and parts of countries that have letters of their own. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);
