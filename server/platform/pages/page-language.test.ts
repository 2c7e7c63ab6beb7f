import { expect, test } from 'vitest';
import { playerLanguages } from '#contract/rules/player-languages.ts';
import { brand as beacon } from '#brands/beacon/brand.ts';
import { brand as skywave } from '#brands/skywave/brand.ts';
import { words as playerWords } from '#player/words/words.ts';
import { fill, languageOf, pageLanguage } from './page-language.ts';
import { pageWords } from './words/words.ts';

const of = (lang: string | undefined, accept: string | undefined, own: string): string =>
  pageLanguage({ query: { lang }, headers: { 'accept-language': accept } }, skywave, own).language;

test('pages and players speak the same languages', () => {
  expect(Object.keys(pageWords)).toEqual(playerLanguages);
  expect(Object.keys(playerWords).toSorted()).toEqual(playerLanguages.toSorted());
});

test('each language has all values of a text, and says something', () => {
  const values = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([value]) => value).toSorted();
  for (const [language, words] of Object.entries(pageWords))
    for (const [name, text] of Object.entries(words)) {
      const english = pageWords.en[name as keyof typeof words];
      expect([language, name, text.trim(), values(text)]).toEqual([language, name, text, values(english)]);
      expect(text).not.toBe('');
    }
});

test.each([
  ['fr', 'de', 'en', 'fr'],
  [undefined, 'de-AT,de;q=0.9', 'en', 'de'],
  [undefined, 'en;q=0.2, uk;q=0.8', 'de', 'uk'],
  [undefined, 'de;q=0, fr', 'en', 'fr'],
  ['nothing', undefined, 'zh-TW', 'zh-Hant'],
  [undefined, '*', 'no', 'nb'],
  [undefined, undefined, 'tlh', 'en'],
  ['x'.repeat(5000), 'y'.repeat(5000), '', 'en'],
])('of ?lang=%s, a browser of %s, and a page in %s it speaks %s', (lang, accept, own, language) => {
  expect(of(lang, accept, own)).toBe(language);
});

test('a brand that says show has no podcasts in any language', () => {
  for (const language of playerLanguages) {
    const { podcasts } = languageOf(beacon, language).words;
    expect(podcasts).toBe(language === 'en' ? beacon.wording.Podcasts : pageWords[language]?.shows);
  }
  expect(languageOf(skywave, 'de').words.podcasts).toBe('Podcasts');
});

test('values are filled in, and none of the prototype', () => {
  expect(fill('Page {n} of {total}, {constructor}', { n: 2, total: 10 })).toBe('Page 2 of 10, {constructor}');
});
