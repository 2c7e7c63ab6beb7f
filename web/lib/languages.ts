/** Regional variants that are offered. */
const regional = [
  ...['en-us', 'en-gb', 'en-au', 'en-ca', 'en-ie', 'en-in', 'en-nz', 'en-za', 'es-es', 'es-mx', 'es-ar', 'es-co'],
  ...['es-cl', 'es-us', 'fr-fr', 'fr-ca', 'fr-be', 'fr-ch', 'de-de', 'de-at', 'de-ch', 'it-it', 'it-ch', 'nl-nl'],
  ...['nl-be', 'pt-pt', 'pt-br', 'zh-cn', 'zh-tw', 'zh-hk', 'sv-se', 'sv-fi', 'ar-eg', 'ar-sa', 'ar-ae'],
];

/** All languages by ISO 639-1 code, some with a country, and English name, from the browser. */
export const languages = (): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const plain = letters.flatMap((first) => letters.map((second) => first + second));
  return [...plain.filter((code) => Intl.getCanonicalLocales(code)[0] === code), ...regional]
    .flatMap((value) => {
      const label = names.of(value);
      return label === undefined ? [] : [{ value, label }];
    })
    .sort((a, b) => a.label.localeCompare(b.label));
};
