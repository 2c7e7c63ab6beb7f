import { expect, test } from 'vitest';
import type { StationKey } from '#contract/rules/keys.ts';
import { recordCounts, lastHour, type PushedCounts } from './last-hour.ts';

const station = 's-1' as StationKey;
const from = Date.UTC(2026, 10, 21, 12) / 60_000;
const curve = {
  from: new Date(from * 60_000).toISOString(),
  stations: [{ key: station, minutes: Array.from({ length: 60 }, (_, i) => i) }],
};

test('starts with the fetched values and ends with the current listeners', () => {
  const values = lastHour(curve, station, new Map(), { minute: from + 59, listeners: 80 });
  expect(values).toHaveLength(60);
  expect([values[0], values[58], values[59]]).toEqual([0, 58, 80]);
});

test('continues with pushed values and holds each until the next', () => {
  const pushed: PushedCounts = new Map();
  recordCounts(pushed, from + 60, new Map([[station, 7]]));
  recordCounts(pushed, from + 60, new Map([[station, 3]]));
  const values = lastHour(curve, station, pushed, { minute: from + 63, listeners: 3 });
  expect(values.slice(-5)).toEqual([59, 7, 3, 3, 3]);
  expect(values[0]).toBe(4);
});

test('drops to zero when the last listener leaves', () => {
  const pushed: PushedCounts = new Map();
  recordCounts(pushed, from + 60, new Map([[station, 5]]));
  recordCounts(pushed, from + 61, new Map([[station, 0]]));
  expect(lastHour(curve, station, pushed, { minute: from + 64, listeners: 0 }).slice(-5)).toEqual([5, 0, 0, 0, 0]);
});

test('keeps the peak of the minute of the fetch after that minute has passed', () => {
  const pushed: PushedCounts = new Map();
  recordCounts(pushed, from + 59, new Map([[station, 90]]));
  recordCounts(pushed, from + 59, new Map([[station, 0]]));
  expect(lastHour(curve, station, pushed, { minute: from + 61, listeners: 0 }).slice(-4)).toEqual([58, 90, 0, 0]);
});

test('drops minutes older than an hour', () => {
  const pushed: PushedCounts = new Map();
  recordCounts(pushed, 100, new Map([[station, 1]]));
  recordCounts(pushed, 160, new Map([[station, 2]]));
  expect([...pushed.keys()]).toEqual([160]);
});

test('is flat without recorded data', () => {
  expect(lastHour(undefined, station, new Map(), { minute: 500, listeners: 2 }).slice(-2)).toEqual([0, 2]);
});
