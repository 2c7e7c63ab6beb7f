import { expect, test } from 'vitest';
import { mountNames } from './mount-name.ts';

const first = (name: string, count = 1): string[] => mountNames(name).take(count).toArray();

test('builds a mount from the letters and digits of the name', () => {
  expect(first('Café del Mar (Ibiza) 98.8')).toEqual(['cafe-del-mar-ibiza-98-8']);
  expect(first('  __Große Welle__ ')).toEqual(['grosse-welle']);
});

test('appends numbers to further candidates', () => {
  expect(first('Radio One', 3)).toEqual(['radio-one', 'radio-one-2', 'radio-one-3']);
});

test('falls back to a fixed word for other scripts and lengthens short names', () => {
  expect(first('Радио Волна')).toEqual(['station']);
  expect(first('FM (1).')).toEqual(['fm-1-radio']);
});

test('limits the length to what the engine and URLs allow', () => {
  const [mount] = first('wave '.repeat(20));
  expect(mount).toMatch(/^[a-z0-9-]{6,60}$/);
});

test('never uses a path reserved by the streaming port', () => {
  expect(first('Status.json')).toEqual(['status-json-2']);
});
