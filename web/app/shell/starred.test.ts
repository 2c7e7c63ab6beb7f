import { expect, test } from 'vitest';
import { limits } from '#contract/rules/limits.ts';
import { splitStarred, toggleStar } from './starred.ts';

const page = (n: number) => ({ path: `/accounts/${n}`, title: `Page ${n}` });
const pages = (count: number) => Array.from({ length: count }, (_, i) => page(i));

test('stars a page and removes the star again', () => {
  const starred = toggleStar([], page(1));
  expect(starred).toEqual([page(1)]);
  expect(toggleStar(starred, { ...page(1), title: 'Renamed' })).toEqual([]);
});

test('shows the first ten separately, in the order they were starred', () => {
  const { apart, more } = splitStarred(pages(12));
  expect(apart).toEqual(pages(10));
  expect(more).toEqual([page(10), page(11)]);
});

test('adds nothing at the limit', () => {
  const full = pages(limits.maxStarred);
  expect(toggleStar(full, page(9999))).toEqual(full);
});
