/** The names of languages in English, by name: options of a select. */
export const languageNames = (languages: readonly string[]): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return languages
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
};
