import { expect, test } from 'vitest';
import { compareListening, type CountedSlice } from './count-listening.ts';

const record = { name: 'one', from: 1000, to: 21_000 };
const slice = (n: number, since: number, until: number, own: Partial<CountedSlice> = {}): CountedSlice => ({
  ...{ name: 'one', session: 'a', n, since, until, first: Number(n === 0), last: 0 },
  ...own,
});
const whole = [slice(0, 1100, 9000), slice(1, 9000, 21_300, { last: 1 })];
const problems = (slices: readonly CountedSlice[]): string[] => compareListening([record], slices).wrong;

test('slices that follow one another are the time that the listener heard', () => {
  expect(compareListening([record], whole)).toEqual({
    ...{ sessions: 1, slices: 2, heardMs: 20_000, countedMs: 20_200, wrong: [] },
  });
});

test('what is missing or counted twice is found', () => {
  expect(problems([])).toEqual(['one: not counted']);
  expect(problems([...whole, whole[1]!])).toEqual(['one: slices 0, 1, 1']);
  expect(problems([whole[1]!])).toEqual(['one: slices 1']);
  expect(problems([whole[0]!])).toEqual(['one: its first or last slice is missing']);
  expect(problems([whole[0]!, slice(1, 8000, 21_000, { last: 1 })])).toEqual([
    'one: a slice does not follow the one before',
  ]);
  expect(problems([...whole, slice(0, 1100, 9000, { session: 'b' })])).toEqual(['one: counted as several sessions']);
  expect(problems([slice(0, 1000, 9000, { last: 1 })])).toEqual(['one: 8000 ms counted, 20000 ms heard']);
});
