import { expect, test } from 'vitest';
import type { StationKey } from '#contract/keys.ts';
import { hear, lastHour, type Heard } from './last-hour.ts';

const station = 's-1' as StationKey;
const from = Date.UTC(2026, 10, 21, 12) / 60_000;
const curve = {
  from: new Date(from * 60_000).toISOString(),
  stations: [{ key: station, minutes: Array.from({ length: 60 }, (_, i) => i) }],
};

test('begins as it was asked for, and ends with who is there now', () => {
  const values = lastHour(curve, station, new Map(), { minute: from + 59, listeners: 80 });
  expect(values).toHaveLength(60);
  expect([values[0], values[58], values[59]]).toEqual([0, 58, 80]);
});

test('goes on by what is pushed, and holds a number until another comes', () => {
  const heard: Heard = new Map();
  hear(heard, from + 60, new Map([[station, 7]]));
  hear(heard, from + 60, new Map([[station, 3]]));
  const values = lastHour(curve, station, heard, { minute: from + 63, listeners: 3 });
  expect(values.slice(-5)).toEqual([59, 7, 3, 3, 3]);
  expect(values[0]).toBe(4);
});

test('comes down to nobody once the last one went', () => {
  const heard: Heard = new Map();
  hear(heard, from + 60, new Map([[station, 5]]));
  hear(heard, from + 61, new Map([[station, 0]]));
  expect(lastHour(curve, station, heard, { minute: from + 64, listeners: 0 }).slice(-5)).toEqual([5, 0, 0, 0, 0]);
});

test('forgets what is over for an hour', () => {
  const heard: Heard = new Map();
  hear(heard, 100, new Map([[station, 1]]));
  hear(heard, 160, new Map([[station, 2]]));
  expect([...heard.keys()]).toEqual([160]);
});

test('is level where nothing was recorded', () => {
  expect(lastHour(undefined, station, new Map(), { minute: 500, listeners: 2 }).slice(-2)).toEqual([0, 2]);
});
