import { expect, test } from 'vitest';
import { barsPath, clampStart, peaksOf } from './spot-peaks.ts';

test('peaks are the loudest sample of each part', () => {
  expect(peaksOf(new Float32Array([0, 0.5, -1, 0.25]), 2)).toEqual([0.5, 1]);
  expect(peaksOf(new Float32Array(), 2)).toEqual([0, 0]);
  expect(barsPath([1])).toBe('M0.5 2.0v96.0');
});

test('the part that plays stays within the file', () => {
  expect(clampStart(-3, 60, 30)).toBe(0);
  expect(clampStart(12.34, 60, 30)).toBe(12.3);
  expect(clampStart(45, 60, 30)).toBe(30);
  expect(clampStart(5, 20, 30)).toBe(0);
});
