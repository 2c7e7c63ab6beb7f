import { expect, test } from 'vitest';
import type { Audience } from '#contract/api/audience.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { LiveNow } from './queries.ts';
import { stationsNow } from './stations-now.ts';

const key = (n: number): StationKey => `s-${n}` as StationKey;
const fetched: LiveNow = {
  ...{ listeners: 12, countries: [], sessions: [] },
  stations: [5, 4, 3].map((listeners, n) => ({ key: key(n), name: `Station ${n}`, listeners })),
};
const pushed = (heard: number, stations: Audience['stations']): Audience => ({
  ...{ scope: 'portal', reachable: true, at: '2026-11-21T12:00:00Z', listeners: 12, countries: [], cities: [] },
  ...{ outputs: { stream: 12, relay: 0, hls: 0 }, heard, stations },
});
const listenersOf = (audience: Audience | undefined) =>
  stationsNow(fetched, audience).map(({ key: station, listeners }) => [station, listeners]);

test('shows zero for a station missing from a complete push', () => {
  expect(listenersOf(pushed(1, [{ key: key(2), listeners: 9 }]))).toEqual([
    [key(2), 9],
    [key(0), 0],
    [key(1), 0],
  ]);
});

test('keeps the fetched count of stations missing from a partial push', () => {
  expect(listenersOf(pushed(3, [{ key: key(2), listeners: 9 }]))).toEqual([
    [key(2), 9],
    [key(0), 5],
    [key(1), 4],
  ]);
});

test('shows fetched counts until the first push', () => {
  expect(listenersOf(undefined).map(([, listeners]) => listeners)).toEqual([5, 4, 3]);
  expect(stationsNow(undefined, pushed(0, []))).toEqual([]);
});
