import { expect, test } from 'vitest';
import { firstDelay, nextDelay } from './back-off.ts';

test('the first new connection comes within what is buffered, less a reserve', () => {
  expect(firstDelay(6, () => 0.999)).toBeLessThanOrEqual(3000);
  expect(firstDelay(2.5, () => 1)).toBe(1000);
  expect(firstDelay(1, () => 1)).toBe(0);
});

test('later attempts wait longer, at most half a minute', () => {
  expect([0, 1, 2, 3, 20].map((failures) => nextDelay(failures, () => 1))).toEqual([300, 600, 1200, 2400, 30_000]);
});
