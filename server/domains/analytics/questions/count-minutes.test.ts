import { afterAll, beforeAll, expect, it } from 'vitest';
import { periodOf } from '#server/platform/period.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { clickhouseTime } from '#server/platform/clickhouse/clickhouse-time.ts';
import { repeatsPerMinute } from './count-minutes.ts';

let clickhouse: TestClickHouse;
beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
}, 120_000);
afterAll(async () => await clickhouse.drop());

const start = Date.UTC(2026, 10, 20);
const period = periodOf('day', { from_date: '2026-11-20', to_date: '2026-11-20', frequency: 'minute' }, 'UTC');

/** Slices of a station of its own: the listener, from and to which second of the day. */
const insertSlices = async (
  station: string,
  slices: readonly (readonly [address: number, from: number, to: number])[],
) => {
  const values = slices.map(([address, from, to], n) => ({
    ...{ station, address, n, session: String(n), last: 1 },
    ...{ since: clickhouseTime(start + from * 1000), until: clickhouseTime(start + to * 1000) },
  }));
  await clickhouse.client.insert({ table: 'slices', values, format: 'JSONEachRow' });
};
const repeatsByMinute = async (...stations: string[]) => {
  const found = await repeatsPerMinute(clickhouse.client, { stations, period, open: [], size: 'small' });
  return Object.fromEntries([...found].map(([second, times]) => [(second * 1000 - start) / 60_000, times]));
};

it('counts no repeat for a listener who comes back in a later minute', async () => {
  await insertSlices('gone', [
    [1, 0, 60],
    [1, 60, 125],
    [2, 30, 70],
    [1, 180, 200],
  ]);
  expect(await repeatsByMinute('gone')).toEqual({});
});

it('counts a listener who comes back in the same minute, or has several sessions at once', async () => {
  await insertSlices('twice', [
    [1, 0, 61],
    [1, 62, 90],
    [2, 600, 1200],
    [2, 660, 720],
    [2, 690, 800],
    [2, 1140, 1150],
  ]);
  expect(await repeatsByMinute('twice')).toEqual({ 1: 1, 11: 2, 12: 1, 13: 1, 19: 1 });
});

it('counts a listener of two stations that are reported together', async () => {
  await insertSlices('one', [[1, 0, 300]]);
  await insertSlices('other', [[1, 120, 180]]);
  expect(await repeatsByMinute('one')).toEqual({});
  expect(await repeatsByMinute('one', 'other')).toEqual({ 2: 1 });
});
