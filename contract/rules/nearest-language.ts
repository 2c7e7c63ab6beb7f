import { playerLanguages } from './player-languages.ts';

/* Which of our languages a listener reads: players and public pages speak the same ones. */

const known = new Map(playerLanguages.map((language) => [language.toLowerCase(), language]));
/** Names under which browsers know a language that we name otherwise. */
const others: Record<string, string> = {
  ...{ no: 'nb', nn: 'nb', iw: 'he', in: 'id', 'zh-cn': 'zh-Hans', 'zh-sg': 'zh-Hans', zh: 'zh-Hans' },
  ...{ 'zh-tw': 'zh-Hant', 'zh-hk': 'zh-Hant', 'zh-mo': 'zh-Hant' },
};

/** The nearest of our languages to a tag (BCP 47), `de` for `de-AT`; undefined if we don't speak it. */
export const nearestLanguage = (tag: string): string | undefined => {
  if (tag === '' || tag.length > 40) return undefined;
  const small = tag.toLowerCase();
  return known.get(small) ?? others[small] ?? nearestLanguage(small.slice(0, Math.max(0, small.lastIndexOf('-'))));
};

/** The first of our languages that an Accept-Language header names, the preferred ones first; undefined if there is none. */
export const acceptedLanguage = (header: string | undefined): string | undefined => {
  for (const tag of acceptedIn(header ?? '')) {
    const found = nearestLanguage(tag);
    if (found !== undefined) return found;
  }
  return undefined;
};

const acceptedIn = (header: string): string[] =>
  header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.trim().split(/\s*;\s*q=/);
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
