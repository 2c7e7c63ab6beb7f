import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { partStarred, toggleStar } from './starred.ts';

const page = (n: number) => ({ path: `/accounts/${n}`, title: `Page ${n}` });
const pages = (count: number) => Array.from({ length: count }, (_, i) => page(i));

test('a star is set once and taken away again', () => {
  const one = toggleStar([], page(1));
  expect(one).toEqual([page(1)]);
  expect(toggleStar(one, { ...page(1), title: 'Renamed' })).toEqual([]);
});

test('the first ten are kept separate, in the order they were starred', () => {
  const { apart, more } = partStarred(pages(12));
  expect(apart).toEqual(pages(10));
  expect(more).toEqual([page(10), page(11)]);
});

test('nothing is added beyond the most that are kept', () => {
  const full = pages(limits.maxStarred);
  expect(toggleStar(full, page(9999))).toEqual(full);
});
