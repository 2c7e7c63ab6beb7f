import type { FastifyRequest } from 'fastify';
import type { Brand } from '#contract/rules/brand.ts';
import { acceptedLanguage, nearestLanguage } from '#contract/rules/nearest-language.ts';
import type { PlayerWords } from '#contract/rules/player-words.ts';
import { directionOf } from '#contract/rules/text-direction.ts';
import { words as playerWords } from '#player/words/words.ts';
import { html, type Html } from './html.ts';
import type { PageWords } from './words/page-words.ts';
import { pageWords } from './words/words.ts';

/** What a page says by itself is in this language; what a station or podcast wrote is in its own. */
export type PageLanguage = {
  /** One of `playerLanguages` (BCP 47). */
  language: string;
  /** Whether the URL asks for it. */
  isChosen: boolean;
  words: PageWords & PlayerWords;
};

type Asked = Pick<FastifyRequest, 'headers' | 'query'>;

/** The language of a page for a visitor: `?lang`, else the browser's, else that of what the page shows, else English. */
export const pageLanguage = ({ headers, query }: Asked, brand: Brand, own: string): PageLanguage => {
  const { lang } = query as { lang?: unknown };
  const chosen = typeof lang === 'string' ? nearestLanguage(lang) : undefined;
  const found = chosen ?? acceptedLanguage(headers['accept-language']) ?? nearestLanguage(own) ?? 'en';
  return { ...languageOf(brand, found), isChosen: chosen !== undefined };
};

/** A language that we speak, in the words of a brand; English for others. */
export const languageOf = (brand: Brand, tag: string): PageLanguage => {
  const language = nearestLanguage(tag) ?? 'en';
  const words = { ...(playerWords[language] ?? playerWords.en), ...(pageWords[language] ?? pageWords.en) };
  return { language, isChosen: false, words: { ...words, ...ofBrand(brand, language, words) } };
};

/** A brand names some things in English; where it says “show”, pages in other languages do, too. */
const ofBrand = (
  { wording }: Brand,
  language: string,
  { podcasts, shows }: PageWords,
): Partial<PageWords & PlayerWords> => {
  if (language === 'en') return { podcasts: wording.Podcasts, automatic: wording.AutoDJ };
  return { podcasts: wording.podcast === 'podcast' ? podcasts : shows };
};

/** The language and direction of a text, where they aren't those of the page. */
export const writtenIn = ({ language }: PageLanguage, own: string): Html | false =>
  own !== '' && own !== language && html`lang="${own}" dir="${directionOf(own)}"`;

/** `Page {n}` with its values. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => String(Object.hasOwn(values, name) ? values[name] : all));
