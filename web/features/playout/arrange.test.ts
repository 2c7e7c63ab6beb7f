import { expect, test } from 'vitest';
import { arrange, moved } from './arrange.ts';

test('moves a track to a place, counted as it stands afterwards', () => {
  expect(moved(['a', 'b', 'c', 'd'], 'a', 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 'd', 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(moved(['a', 'b'], 'a', 99)).toEqual(['b', 'a']);
});

test('arranges what is there and keeps what the order does not know', () => {
  const items: { key: string }[] = [{ key: 'a' }, { key: 'b' }, { key: 'new' }];
  expect(arrange<{ key: string }, string>(items, ['b', 'gone', 'a'])).toEqual([
    { key: 'b' },
    { key: 'a' },
    { key: 'new' },
  ]);
});
