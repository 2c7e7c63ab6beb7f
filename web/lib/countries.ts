import { timeZones as everyTimeZone } from '#contract/rules/locales.ts';

const notCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);

/** All countries by ISO 3166 code and English name, from the browser. */
export const countries = (): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    .flatMap((code) => {
      const label = names.of(code);
      return label === undefined ? [] : [{ value: code, label }];
    })
    .sort((a, b) => a.label.localeCompare(b.label));
};

const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** A country's English name by its code, or the code itself if it has none. */
export const countryName = (iso: string): string => (/^[A-Z]{2}$/.test(iso) ? (englishNames.of(iso) ?? iso) : iso);

/** All IANA time zones, the browser's own first. */
export const timeZones = (): string[] => [
  ...new Set([Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC', ...everyTimeZone()]),
];
