/** Languages that are written from right to left, unless a script says otherwise. */
const rightToLeft = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'iw',
  'ji',
  'nqo',
  'ps',
  'sd',
  'syr',
  'ug',
  'ur',
  'yi',
]);
const rightToLeftScripts = new Set(['adlm', 'arab', 'hebr', 'nkoo', 'rohg', 'syrc', 'thaa']);

/** The direction in which a language (BCP 47) is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => {
  const [primary = '', ...rest] = language.toLowerCase().split('-');
  const script = rest.find((part) => /^[a-z]{4}$/.test(part));
  const isRightToLeft = script === undefined ? rightToLeft.has(primary) : rightToLeftScripts.has(script);
  return isRightToLeft ? 'rtl' : 'ltr';
};
