/** `22 November 2026` in the page's language, in UTC, as pages are cached for everyone. */
export const formatDay = (date: Date, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(date);

/** The locale of a page's language: British English for English without a country, and for what is no language. */
export const localeOf = (language: string): string => {
  try {
    const [locale = 'en'] = Intl.getCanonicalLocales(language);
    return locale === 'en' ? 'en-GB' : locale;
  } catch {
    return 'en-GB';
  }
};

/** A text on one line, for link previews. */
export const oneLine = (text: string, most: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
};

/** Whether a URL from user content is safe to link. */
export const isWebUrl = (url: string): boolean => /^https?:\/\//i.test(url);
