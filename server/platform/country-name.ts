const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** The English name of an ISO 3166 country, or `Unknown`. */
export const countryName = (iso: string): string => (/^[A-Z]{2}$/.test(iso) ? (names.of(iso) ?? iso) : 'Unknown');
