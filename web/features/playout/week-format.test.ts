import { expect, test } from 'vitest';
import { minutesOf, formatWeekDays, formatHours } from './week-format.ts';

test.each([
  [[1, 2, 3, 4, 5], 'Mon–Fri'],
  [[7, 6], 'Sat, Sun'],
  [[1, 3, 5], 'Mon, Wed, Fri'],
  [[7, 1, 2, 3, 4, 5, 6], 'Every day'],
  [[2], 'Tue'],
])('writes days %j as %s', (days, words) => {
  expect(formatWeekDays(days)).toBe(words);
});

test.each([
  [0, 1440, 'All day'],
  [360, 600, '6:00 AM–10:00 AM'],
  [1080, 1440, '6:00 PM–12:00 AM'],
  [1320, 120, '10:00 PM–2:00 AM, past midnight'],
])('writes hours from %d to %d as %s', (from, to, words) => {
  expect(formatHours({ from, to })).toBe(words);
});

test('parses a time, and returns undefined for anything else', () => {
  expect([minutesOf('08:30'), minutesOf('00:00'), minutesOf('')]).toEqual([510, 0, undefined]);
});
