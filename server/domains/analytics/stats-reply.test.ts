import { afterAll, beforeAll, expect, it } from 'vitest';
import { analytics as api, statsParts } from '#contract/api/analytics.ts';
import { definitionChanges, metrics } from '#contract/texts/metrics.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { daysBefore } from '#server/platform/period.ts';
import { changesWithin } from './stats-reply.ts';

let clickhouse: TestClickHouse;
let portal: TestPortal;
beforeAll(async () => {
  clickhouse = await testClickHouse();
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url } });
});
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});

it('has zeros in every bucket where nothing was ever recorded', async () => {
  const station = await portal.make.station(await portal.make.account());
  const client = await portal.as(await portal.make.person({ admin: true }));
  const query = { from_date: '2026-11-20', to_date: '2026-11-21', frequency: 'day' as const, include: [...statsParts] };
  const ofStation = await client.ok(api.stations, {
    params: { type: 'period' },
    query: { ...query, stationKeys: [station] },
  });
  const nothing = { connections: 0, uniques: 0, listening_time: 0, connected: 0, disconnected: 0 };
  const stats = { ...nothing, impressions: 0, thirdQuartile: 0, peak: 0, average: 0 };
  for (const reply of [ofStation, await client.ok(api.portal, { params: { type: 'period' }, query })]) {
    expect(reply.period_stats).toEqual({ stats });
    expect(reply.day_stats.map((slot) => slot.stats)).toEqual([stats, stats]);
    expect([reply.minute_stats, reply.hour_stats, reply.country_stats, reply.station_stats]).toEqual([[], [], [], []]);
    expect(reply.previous).toMatchObject({ from_date: '2026-11-18', to_date: '2026-11-19', stats });
    expect(reply.session_lengths.map(({ from, to, sessions }) => [from, to, sessions])).toHaveLength(8);
  }
});

it('leaves out parts that are not requested', async () => {
  const account = await portal.make.account();
  await portal.make.station(account);
  const client = await portal.as(await portal.make.person({ admin: true }));
  const query = { from_date: '2026-11-20', to_date: '2026-11-20', include: ['stations' as const] };
  const reply = await client.ok(api.account, { params: { id: account, type: 'day' }, query });
  expect(reply).toMatchObject({ session_lengths: [], country_stats: [], previous: null, leaving_stats: [] });
  const wrong = { ...query, include: ['everything'] as unknown as ['stations'] };
  expect((await client.call(api.account, { params: { id: account, type: 'day' }, query: wrong })).status).toBe(400);
});

it('lists the days of the period on which a metric’s definition changed', () => {
  expect(changesWithin('2026-11-01', '2026-11-21')).toEqual([]);
  const found = changesWithin('2026-11-01', '2026-11-30');
  expect(found).toEqual([
    { date: '2026-11-22', metric: 'city', text: expect.stringContaining('available since this day') },
  ]);
  for (const { metric } of definitionChanges) expect(metrics[metric].definition).not.toBe('');
});

it('compares with the same number of days right before', () => {
  const before = (from_date: string, to_date: string) => Object.values(daysBefore({ from_date, to_date })).join(' ');
  expect(before('2026-03-01', '2026-03-01')).toBe('2026-02-28 2026-02-28');
  expect(before('2026-03-01', '2026-03-31')).toBe('2026-01-29 2026-02-28');
  expect(before('2026-11-16', '2026-11-22')).toBe('2026-11-09 2026-11-15');
});
