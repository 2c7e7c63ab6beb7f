const longest = 60;
/** Spec §5. */
const shortest = 6;

/**
 * URL candidates for a podcast title, best first and endless: its letters and digits without accents, joined by dashes,
 * then the same with 2, 3, … appended. Titles in other scripts give `podcast`.
 */
export const prettyUrls = function* (title: string): Generator<string> {
  const word = slug(title);
  yield word;
  for (let number = 2; ; number++) yield `${word}-${String(number)}`;
};

const slug = (title: string): string => {
  const word = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\p{M}|['’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
  if (word === '') return 'podcast';
  return word.length < shortest ? `${word}-podcast` : word;
};
