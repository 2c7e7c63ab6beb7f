import { expect, it } from 'vitest';
import { readTime, spotText } from './spot-labels.ts';

it.each([
  ['1:02:05', 3725],
  ['12:30', 750],
  [' 75 ', 75],
  ['90:00', 5400],
  ['12:75', undefined],
  ['noon', undefined],
  ['', undefined],
  ['1:2:3:4', undefined],
])('parses %s as %s seconds', (text, seconds) => {
  expect(readTime(text)).toBe(seconds);
});

it.each([
  [{ kind: 'pre', at: 0, spots: 2 }, '2 pre-roll spots'],
  [{ kind: 'mid', at: 750, spots: 1 }, '1 spot at 12:30'],
  [{ kind: 'post', at: 3600, spots: 1 }, '1 post-roll spot'],
] as const)('describes %o', (marker, words) => {
  expect(spotText(marker)).toBe(words);
});
