import { expect, test } from 'vitest';
import { clockText, parseLocalTime } from './zone-time.ts';

test.each([
  ['2026-11-21T18:30:00.000Z', 'Europe/Athens', '2026-11-21T20:30'],
  ['2026-07-01T21:05:00.000Z', 'America/New_York', '2026-07-01T17:05'],
  ['2026-11-21T18:30:00.000Z', 'Asia/Kathmandu', '2026-11-22T00:15'],
  ['2026-11-21T18:30:00.000Z', 'UTC', '2026-11-21T18:30'],
])('converts %s in %s to %s and back', (iso, zone, text) => {
  expect(clockText(iso, zone)).toBe(text);
  expect(parseLocalTime(text, zone)).toBe(iso);
});

test('uses the first of two times when clocks are set back', () => {
  expect(parseLocalTime('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
});

test('shifts a time that is skipped when clocks are set forward', () => {
  expect(parseLocalTime('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
});

test('rejects invalid dates', () => {
  expect(parseLocalTime('', 'UTC')).toBeUndefined();
  expect(parseLocalTime('soon', 'UTC')).toBeUndefined();
});
