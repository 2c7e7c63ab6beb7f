import { expect, it, test } from 'vitest';
import { containsFeedUrl, containsTitle, isSameFeed, pageTitles } from './read-listing.ts';

it.each([
  ['https://a.example/feeds/x', 'http://A.example/feeds/x/', true],
  ['https://www.a.example/feeds/x', 'https://a.example/feeds/x', true],
  ['https://a.example/feeds/x?id=1', 'https://a.example/feeds/x?id=2', false],
  ['https://a.example/feeds/x', 'https://a.example/feeds/xy', false],
])('%s and %s are the same feed: %s', (one, other, isSame) => {
  expect(isSameFeed(one, other)).toBe(isSame);
});

test('reads the titles of a page', () => {
  const page = `<head><meta content="Tea &amp; Talk" property="og:title"/><meta name='twitter:title' content='Tea&#39;s'>
    <title>\n Tea &#x26; Talk | Listen </title><meta property="og:site_name" content="Site"></head>`;
  expect(pageTitles(page)).toEqual(['Tea & Talk', "Tea's", 'Tea & Talk | Listen']);
  expect(pageTitles('<title></title>')).toEqual([]);
});

it.each([
  ['Tea & Talk', 'Tea & Talk on Example', true],
  ['Tea – Talk', 'tea talk: podcast', true],
  ['Tea', 'Team', false],
  ['Ναι, όχι', 'Ναι, όχι | Podcast', true],
  ['!!!', 'anything', false],
])('“%s” is contained in “%s”: %s', (title, name, isContained) => {
  expect(containsTitle(title, [name])).toBe(isContained);
});

it.each([
  'https://a.example/feeds/x',
  'feed=https%3A%2F%2Fa.example%2Ffeeds%2Fx',
  String.raw`"http:\/\/a.example\/feeds\/x"`,
])('finds the feed in %s', (page) => {
  expect(containsFeedUrl(page, 'https://a.example/feeds/x')).toBe(true);
  expect(containsFeedUrl(page, 'https://a.example/feeds/other')).toBe(false);
});
