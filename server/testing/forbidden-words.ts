import type { Brand } from '#contract/rules/brand.ts';
import { brands } from '#brands/brands.ts';

/** The names of the other brands, and the nouns that this brand has others for. */
export const forbiddenWords = ({ id, wording }: Brand): RegExp => {
  const others = Object.values(brands).filter((brand) => brand.id !== id);
  const nouns = others.flatMap((brand) => [brand.wording.podcast, brand.wording.podcasts, brand.wording.AutoDJ]);
  const own = new Set<string>(Object.values(wording));
  // "Show" is also a word of every language.
  const foreign = nouns.filter((noun) => !own.has(noun) && !/^shows?$/.test(noun));
  return new RegExp(`\\b(?:${[...others.map(({ name }) => name), ...foreign].join('|')})\\b`, 'i');
};

/** A text without e-mail addresses and what others call their own. */
export const withoutNamesOfOthers = (text: string): string =>
  text.replace(
    /\S+@\S+|Apple Podcasts|Podcasts Connect|Podcast (?:Addict|Index|Republic|Guru)|“New podcast”|podcast:\w+/g,
    '',
  );
