import { expect, it } from 'vitest';
import { withMain, withNumber, withoutNumber } from './station-numbers.ts';

const two = [
  { did: '+1', main: true },
  { did: '+2', main: false },
];

it('one number is the main one, whatever is given, chosen or taken back', () => {
  expect(withNumber([], '+1', false)).toEqual([{ did: '+1', main: true }]);
  expect(withNumber(two.slice(0, 1), '+2', false)).toEqual(two);
  expect(withNumber(two, '+3', true)).toEqual([
    { did: '+1', main: false },
    { did: '+2', main: false },
    { did: '+3', main: true },
  ]);
  expect(withMain(two, '+2').map(({ main }) => main)).toEqual([false, true]);
  expect(withoutNumber(two, '+1')).toEqual([{ did: '+2', main: true }]);
  expect(withoutNumber(two, '+2')).toEqual([{ did: '+1', main: true }]);
  expect(withoutNumber(two.slice(0, 1), '+1')).toEqual([]);
});
