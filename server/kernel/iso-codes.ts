/** Whether this is an ISO 4217 currency that the runtime knows. */
export const isCurrency = (code: string): boolean => currencies.has(code);

/** Whether this is an ISO 3166 country; codes of former countries (DD, SU, YU) are replaced by their successors'. */
export const isCountry = (code: string): boolean =>
  !notCountries.has(code) &&
  names.of(code) !== undefined &&
  Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;

const currencies = new Set(Intl.supportedValuesOf('currency'));
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Unions, pseudo-regions and parts of countries that have codes. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);
