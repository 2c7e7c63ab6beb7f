import { expect, test } from 'vitest';
import { arrange, moveBefore, keyAfter } from './arrange.ts';

type Item = { key: string };
const items = (letters: string): Item[] => [...letters].map((key) => ({ key }));
const letters = (list: readonly Item[]): string => list.map(({ key }) => key).join('');

test('moves to a position, which is where the first moved item ends up', () => {
  const moved = (from: string, moving: string, place: number): string => {
    const before = keyAfter([...from], [...moving], place);
    return letters(moveBefore<Item, string>(items(from), { tracks: [...moving], before }));
  };
  expect(moved('abcd', 'a', 2)).toBe('bcad');
  expect(moved('abcd', 'd', 0)).toBe('dabc');
  expect(moved('ab', 'a', 99)).toBe('ba');
  expect(moved('abcde', 'db', 1)).toBe('adbce');
  expect(moved('abcde', 'ab', 3)).toBe('cdeab');
});

test('ignores unknown keys and puts items the order does not name at the end', () => {
  expect(letters(arrange<Item, string>(items('abn'), ['b', 'missing', 'a']))).toBe('ban');
});
