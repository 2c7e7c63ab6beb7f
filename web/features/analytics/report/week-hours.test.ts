import { expect, test } from 'vitest';
import type { Slot } from '#contract/api/analytics.ts';
import { busiestOf, weekHoursOf } from './week-hours.ts';

const none = { connections: 0, uniques: 0, listening_time: 0, connected: 0, disconnected: 0 };
const slot = (from: string, average: number): Slot => ({
  from,
  to: from,
  stats: { ...none, impressions: 0, thirdQuartile: 0, peak: 0, average },
});
const now = Date.parse('2026-11-20T00:00:00Z');

test('averages the same hour of several weeks in local time, with weeks from Monday', () => {
  const hours = weekHoursOf([slot('2026-11-02T08:00:00+05:45', 10), slot('2026-11-09T08:00:00+05:45', 20)], now);
  expect(hours[0]?.[8]).toBe(15);
  expect(hours[0]?.[9]).toBeNull();
  expect(busiestOf(hours)).toEqual({ weekday: 0, hour: 8, listeners: 15 });
});

test('ignores future hours instead of counting them as hours without listeners', () => {
  const hours = weekHoursOf([slot('2026-11-15T10:00:00Z', 4), slot('2026-11-22T10:00:00Z', 0)], now);
  expect(hours[6]?.[10]).toBe(4);
  expect(busiestOf(weekHoursOf([], now))).toBeUndefined();
});
