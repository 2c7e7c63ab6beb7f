import { afterEach, describe, expect, test } from 'vitest';
import {
  abbreviate,
  average,
  byteSize,
  clockTime,
  count,
  day,
  duration,
  longDuration,
  moment,
  setFormatSettings,
} from './format.ts';

test.each([
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1000, '1K'],
  [1234, '1.23K'],
  [-1500, '-1.5K'],
  [123_456, '123.5K'],
  [999_999, '1M'],
  [1_000_000, '1M'],
  [2_500_000_000, '2.5B'],
  [7_100_000_000_000, '7.1T'],
  [1.5, '1.5'],
])('abbreviates %d to %s', (value, text) => expect(abbreviate(value)).toBe(text));

test.each([
  [0, '0 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1_572_864, '1.5 MB'],
  [2 ** 80, '1 YB'],
  [2 ** 90, '1024 YB'],
])('formats %d bytes as %s', (bytes, text) => expect(byteSize(bytes)).toBe(text));

test.each([
  ['2026-11-21T00:05:00+02:00', '12:05 AM'],
  ['2026-11-21T12:00:00+05:45', '12:00 PM'],
  ['2026-11-21T23:59:00Z', '11:59 PM'],
])('shows %s in 12-hour form as %s', (iso, text) => expect(clockTime(iso)).toBe(text));

test('formats durations', () => {
  expect(duration(187)).toBe('3:07');
  expect(duration(3725)).toBe('1:02:05');
  expect(longDuration(7500)).toBe('2 h 5 min');
  expect(longDuration(90_000)).toBe('1 d 1 h');
});

test('shows averages with two decimals, including for no values', () => {
  expect(average(10, 3)).toBe('3.33');
  expect(average(0, 0)).toBe('0.00');
});

describe('with the user’s settings', () => {
  afterEach(() => setFormatSettings({ locale: '', timezone: '' }));

  test('formats dates and numbers in the locale and times in the time zone', () => {
    setFormatSettings({ locale: 'de-AT', timezone: 'Asia/Tokyo' });
    expect(day('2026-11-21')).toBe('21.11.2026');
    expect(count(12_345, 'listener')).toMatch(/^12.345 listeners$/u);
    expect(moment('2026-11-21T20:00:00Z')).toMatch(/^22\.11\.2026, 0?5:00/);
  });
});
