import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { dayWatermarks, isComplete, lateArrivalsOf, announceLateArrivals, markSongsComputed } from './late-arrivals.ts';

let clickhouse: TestClickHouse;
beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
});
afterAll(() => clickhouse.drop());

const minute = 60_000;
const day = Date.UTC(2026, 10, 20);
const end = Date.UTC(2026, 10, 21);
const of = { start: day, end };

it('announces late arrivals for days that ended half an hour ago, and until when they are written', async () => {
  const { client } = clickhouse;
  expect(await lateArrivalsOf(client, of)).toEqual(new Map());
  await announceLateArrivals(client, ['2026-11-20', '2026-11-21'], new Date(end + 30 * minute - 1));
  expect(await lateArrivalsOf(client, of)).toEqual(new Map());
  const now = new Date(end + 30 * minute);
  await announceLateArrivals(client, ['2026-11-19', '2026-11-20', '2026-11-21'], now);
  const late = await lateArrivalsOf(client, of);
  expect([...late]).toEqual([[day, now.getTime() + 5 * minute]]);
  const both = await lateArrivalsOf(client, { start: day - 1, end: end + 1 });
  expect(new Set(both.keys())).toEqual(new Set([day - 1440 * minute, day]));
});

it('considers a day complete an hour after its end, once no late arrivals are being written', () => {
  expect(isComplete(of, new Map(), end + 60 * minute - 1)).toBe(false);
  expect(isComplete(of, new Map(), end + 60 * minute)).toBe(true);
  const late = new Map([[day, end + 90 * minute]]);
  expect(isComplete(of, late, end + 90 * minute)).toBe(false);
  expect(isComplete(of, late, end + 90 * minute + 1)).toBe(true);
});

it('keeps the latest watermark of a day, in whichever order they are written', async () => {
  const { client } = clickhouse;
  const [early, later] = [new Date(end + 120 * minute), new Date(end + 180 * minute)];
  await markSongsComputed(client, [day], later);
  await markSongsComputed(client, [day], early);
  await announceLateArrivals(client, ['2026-11-20'], early);
  expect(await dayWatermarks(client, of)).toEqual({
    late: new Map([[day, early.getTime() + 5 * minute]]),
    songs: new Map([[day, later.getTime()]]),
  });
});
