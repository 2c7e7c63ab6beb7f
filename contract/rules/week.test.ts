import { expect, test } from 'vitest';
import { clockOf, daySpans, overlapping } from './week.ts';

test('splits hours into days, those across midnight into two, also from Sunday to Monday', () => {
  expect(daySpans({ days: [1, 1], from: 360, to: 600 })).toEqual([{ day: 1, from: 360, to: 600 }]);
  expect(daySpans({ days: [7], from: 1380, to: 60 })).toEqual([
    { day: 7, from: 1380, to: 1440 },
    { day: 1, from: 0, to: 60 },
  ]);
});

test("detects shared minutes, but not a begin at the other's end", () => {
  const early = { days: [1, 2], from: 0, to: 360 };
  expect(overlapping(early, { days: [2], from: 359, to: 400 })).toBe(true);
  expect(overlapping(early, { days: [2], from: 360, to: 400 })).toBe(false);
  expect(overlapping(early, { days: [3], from: 0, to: 360 })).toBe(false);
  expect(overlapping(early, { days: [7], from: 1439, to: 1 })).toBe(true);
});

test('formats minutes as a time of day', () => {
  expect([clockOf(0), clockOf(510), clockOf(1440)]).toEqual(['00:00', '08:30', '24:00']);
});
