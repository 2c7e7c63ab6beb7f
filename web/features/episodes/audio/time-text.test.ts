import { expect, test } from 'vitest';
import { secondsIn, timeText } from './time-text.ts';

test.each([
  [0, '0:00.0'],
  [62.54, '1:02.5'],
  [3599.97, '1:00:00.0'],
  [3725.1, '1:02:05.1'],
])('formats %d as %s and parses it back', (seconds, text) => {
  expect(timeText(seconds)).toBe(text);
  expect(secondsIn(text)).toBeCloseTo(Math.round(seconds * 10) / 10, 5);
});

test.each([
  ['62.5', 62.5],
  ['1:02,5', 62.5],
  ['01:02:03', 3723],
])('parses %s', (text, seconds) => {
  expect(secondsIn(text)).toBe(seconds);
});

test.each(['', 'soon', '1:2:3:4', '1.5:00', '-3'])('rejects %s', (text) => {
  expect(secondsIn(text)).toBeUndefined();
});
