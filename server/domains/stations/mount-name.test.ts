import { expect, test } from 'vitest';
import { mountNames } from './mount-name.ts';

const first = (name: string, count = 1): string[] => mountNames(name).take(count).toArray();

test('makes a mount of the letters and digits of the name', () => {
  expect(first('Café del Mar (Ibiza) 98.8')).toEqual(['cafe-del-mar-ibiza-98-8']);
  expect(first('  __Große Welle__ ')).toEqual(['grosse-welle']);
});

test('numbers the ones after the first', () => {
  expect(first('Radio One', 3)).toEqual(['radio-one', 'radio-one-2', 'radio-one-3']);
});

test('has a word for names of other scripts and lengthens short ones', () => {
  expect(first('Радио Волна')).toEqual(['station']);
  expect(first('FM (1).')).toEqual(['fm-1-radio']);
});

test('keeps within what the engine and an address take', () => {
  const [mount] = first('wave '.repeat(20));
  expect(mount).toMatch(/^[a-z0-9-]{6,60}$/);
});

test("never takes one of the streaming port's own addresses", () => {
  expect(first('Status.json')).toEqual(['status-json-2']);
});
