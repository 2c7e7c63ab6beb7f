import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PlayEvent } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { newKey } from '#server/kernel/keys.ts';
import { periodOf } from '#server/platform/period.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { dayWatermarks, announceLateArrivals, markSongsComputed } from '#server/domains/analytics/late-arrivals.ts';
import { slicesOf } from '../testing/listening.ts';
import { store } from '../spool-consumer.ts';
import { countLeaving } from '../questions/count-leaving.ts';
import { computedRanges, computeSongDay } from './song-days.ts';

/* Two stations over three days; results from computed songs are compared with those from plays and sessions. */

const minute = 60_000;
const hour = 60 * minute;
const first = Date.UTC(2026, 2, 10);
const end = Date.UTC(2026, 2, 13);
const noon = Date.UTC(2026, 2, 11, 12);

let clickhouse: TestClickHouse;
let now = end;
let batches = 0;
let [near, far] = [newKey('station'), newKey('station')];
const account = newKey('account');

beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
});
afterAll(() => clickhouse.drop());
beforeEach(async () => {
  [near, far] = [newKey('station'), newKey('station')];
  for (const table of ['plays', 'session_edges', 'listening_buckets', 'song_quarters', 'late_arrivals'])
    await clickhouse.client.command({ query: `truncate table ${table}` });
  now = end;
  const recorded = [near, far].flatMap((station, i) => [...plays(station, i + 3), ...sessions(station, i + 2)]);
  await record(recorded);
});

const plays = (station: StationKey, every: number): PlayEvent[] =>
  Array.from({ length: Math.floor(72 / every) }, (_, i) => ({
    ...{ type: 'play', station, account, at: first + i * every * hour + 7 * minute, source: 'autodj', track: null },
    ...{ artist: 'The Tones', title: `Song ${String(i % 5)}`, album: '' },
  }));
const sessions = (station: StationKey, every: number) =>
  Array.from({ length: Math.floor(70 / every) }, (_, i) => {
    const from = first + i * every * hour + 11 * minute;
    return slicesOf({ station, account, from, to: from + (1 + (i % 7)) * 37 * minute });
  }).flat();

const record = async (events: Parameters<typeof store>[1]['events']): Promise<void> => {
  const parts = { geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
  const secrets = { get: async (name: string) => name };
  const clock = { now: () => new Date(now) };
  await store({ clickhouse: clickhouse.client, ...parts, secrets, clock }, { engine: 'e', batch: ++batches, events });
};

/** Results in a zone: from raw rows, or with computed days. */
const leaving = async (zone: string, useComputed = true) => {
  const period = periodOf('period', { from_date: '2026-03-11', to_date: '2026-03-12', frequency: 'day' }, zone);
  const watermarks = useComputed
    ? await dayWatermarks(clickhouse.client, period)
    : { late: new Map(), songs: new Map() };
  return await countLeaving(clickhouse.client, { stations: [near, far], period, open: [], watermarks }, 100);
};
const makeAll = async (): Promise<void> => {
  while (await computeSongDay(clickhouse.client, new Date(now)));
};
const computedDays = async (): Promise<number> => {
  const firstDays = { start: first, end };
  return computedRanges(await dayWatermarks(clickhouse.client, firstDays), firstDays).reduce(
    (sum, one) => sum + (one.end - one.start) / (24 * hour),
    0,
  );
};
const songRows = async (query = 'select * from song_quarters order by all'): Promise<object[]> =>
  await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json();
const zones = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata', 'Asia/Kathmandu', 'Pacific/Auckland'];

it('computes a day an hour after its end, latest first', async () => {
  now = end + hour - 1;
  await makeAll();
  expect(await computedDays()).toBe(2);
  now = end + hour;
  expect(await computeSongDay(clickhouse.client, new Date(now))).toBe(true);
  expect(await computedDays()).toBe(3);
  expect(await computeSongDay(clickhouse.client, new Date(now))).toBe(false);
});

it.each(zones)('gives the same result from computed songs as from raw rows, in %s', async (zone) => {
  const recorded = await leaving(zone);
  expect(recorded.length).toBe(5);
  now = end + 2 * hour;
  await makeAll();
  // Raw rows are read only for the end of a period that continues after the last day.
  expect(await leaving(zone)).toEqual(recorded);
  expect(await leaving(zone, false)).toEqual(recorded);
});

it('reads only computed days where they cover the period', async () => {
  now = end + 2 * hour;
  await makeAll();
  const before = await leaving('Asia/Kathmandu');
  for (const table of ['plays', 'session_edges', 'listening_buckets'])
    await clickhouse.client.command({ query: `truncate table ${table}` });
  expect(await leaving('Asia/Kathmandu')).toEqual(before);
  expect(await leaving('Asia/Kathmandu', false)).toEqual([]);
});

it('recomputes a day with late arrivals, and loses nothing that stayed the same', async () => {
  now = end + 2 * hour;
  await makeAll();
  const before = await songRows();
  await announceLateArrivals(clickhouse.client, ['2026-03-11'], new Date(now));
  expect(await computedDays()).toBe(2);
  now += 10 * minute;
  await makeAll();
  expect(await computedDays()).toBe(3);
  expect(await songRows()).toEqual(before);
  await record(slicesOf({ station: far, account, from: noon, to: noon + 5 * hour }));
  const late = await leaving('UTC');
  expect(await leaving('UTC', false)).toEqual(late);
  now += 10 * minute;
  await makeAll();
  expect(await computedDays()).toBe(3);
  expect(await songRows()).not.toEqual(before);
  expect(await leaving('UTC')).toEqual(late);
});

it('waits with a day while late arrivals are being written, and discards a computation that began before', async () => {
  now = end + 2 * hour;
  // Announced but not yet written when a computation begins.
  await announceLateArrivals(clickhouse.client, ['2026-03-11'], new Date(now));
  now += minute;
  await makeAll();
  expect(await computedDays()).toBe(2);
  now += 5 * minute;
  await makeAll();
  expect(await computedDays()).toBe(3);
  // Announced while a computation runs, which doesn't see it and ends after it.
  const startedAt = new Date((now += 10 * minute));
  now += minute;
  await record(slicesOf({ station: near, account, from: noon, to: noon + hour }));
  await markSongsComputed(clickhouse.client, [Date.UTC(2026, 2, 11)], startedAt);
  expect(await computedDays()).toBe(2);
  now += 10 * minute;
  await makeAll();
  expect(await computedDays()).toBe(3);
  expect(await leaving('UTC')).toEqual(await leaving('UTC', false));
});

it('starts over after an interrupted computation', async () => {
  now = end + 2 * hour;
  await makeAll();
  const whole = await songRows();
  await clickhouse.client.command({ query: 'truncate table late_arrivals' });
  await clickhouse.client.command({
    query: `alter table song_quarters delete where station = '${far}'`,
    clickhouse_settings: { mutations_sync: '1' },
  });
  expect(await leaving('UTC')).toEqual(await leaving('UTC', false));
  await makeAll();
  expect(await songRows()).toEqual(whole);
});

it('changes nothing while the watermarks of days are missing', async () => {
  now = end + 2 * hour;
  await makeAll();
  const whole = await songRows();
  await clickhouse.client.command({ query: 'rename table late_arrivals to watermarks_away' });
  await expect(computeSongDay(clickhouse.client, new Date(now))).rejects.toMatchObject({ code: '60' });
  await clickhouse.client.command({ query: 'rename table watermarks_away to late_arrivals' });
  expect(await computeSongDay(clickhouse.client, new Date(now))).toBe(false);
  expect(await songRows()).toEqual(whole);
});
