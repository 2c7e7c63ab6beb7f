import { expect, it, test } from 'vitest';
import { isFeedNamed, isNamed, isSameFeed, namesOfPage } from './read-listing.ts';

it.each([
  ['https://a.example/feeds/x', 'http://A.example/feeds/x/', true],
  ['https://www.a.example/feeds/x', 'https://a.example/feeds/x', true],
  ['https://a.example/feeds/x?id=1', 'https://a.example/feeds/x?id=2', false],
  ['https://a.example/feeds/x', 'https://a.example/feeds/xy', false],
])('%s and %s are one feed: %s', (one, other, isOne) => {
  expect(isSameFeed(one, other)).toBe(isOne);
});

test('reads what a page calls itself', () => {
  const page = `<head><meta content="Tea &amp; Talk" property="og:title"/><meta name='twitter:title' content='Tea&#39;s'>
    <title>\n Tea &#x26; Talk | Listen </title><meta property="og:site_name" content="Site"></head>`;
  expect(namesOfPage(page)).toEqual(['Tea & Talk', "Tea's", 'Tea & Talk | Listen']);
  expect(namesOfPage('<title></title>')).toEqual([]);
});

it.each([
  ['Tea & Talk', 'Tea & Talk on Example', true],
  ['Tea – Talk', 'tea talk: podcast', true],
  ['Tea', 'Team', false],
  ['Ναι, όχι', 'Ναι, όχι | Podcast', true],
  ['!!!', 'anything', false],
])('“%s” is named by “%s”: %s', (title, name, isSo) => {
  expect(isNamed(title, [name])).toBe(isSo);
});

it.each([
  'https://a.example/feeds/x',
  'feed=https%3A%2F%2Fa.example%2Ffeeds%2Fx',
  String.raw`"http:\/\/a.example\/feeds\/x"`,
])('finds the feed in %s', (page) => {
  expect(isFeedNamed(page, 'https://a.example/feeds/x')).toBe(true);
  expect(isFeedNamed(page, 'https://a.example/feeds/other')).toBe(false);
});
