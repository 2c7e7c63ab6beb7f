import { words } from '#player/words/words.ts';

const known = new Map(Object.keys(words).map((language) => [language.toLowerCase(), language]));
/** Names under which browsers know a language that we name otherwise. */
const others: Record<string, string> = {
  ...{ no: 'nb', nn: 'nb', iw: 'he', in: 'id', 'zh-cn': 'zh-Hans', 'zh-sg': 'zh-Hans', zh: 'zh-Hans' },
  ...{ 'zh-tw': 'zh-Hant', 'zh-hk': 'zh-Hant', 'zh-mo': 'zh-Hant' },
};

/** The language of a player for a visitor: as it is set, else that of the page around it, else the browser's, else English. */
export const embedLanguage = (set: string, ofPage: string | undefined, accepted: string | undefined): string => {
  const wanted = set === 'auto' ? [ofPage ?? '', ...acceptedIn(accepted ?? '')] : [set];
  for (const one of wanted) {
    const found = languageFor(one.toLowerCase());
    if (found !== undefined) return found;
  }
  return 'en';
};

const languageFor = (tag: string): string | undefined => {
  if (tag === '' || tag.length > 40) return undefined;
  const found = known.get(tag) ?? (others[tag] && known.get(others[tag].toLowerCase()));
  return found ?? languageFor(tag.slice(0, Math.max(0, tag.lastIndexOf('-'))));
};

/** The languages of an Accept-Language header, the preferred ones first. */
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
