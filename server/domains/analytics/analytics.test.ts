import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analytics as api } from '#contract/api/analytics.ts';
import type { SliceEvent } from '#contract/engine/engine.ts';
import { liveStats } from '#contract/api/live-stats.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { stations } from '#contract/api/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { openOf, slicesOf, testSpool } from './testing/listening.ts';
import { store } from './spool-consumer.ts';

const minute = 60_000;
/** 14:40 in Berlin. */
const now = Date.UTC(2026, 10, 21, 13, 40);
const phone = 'AppleCoreMedia/1.0 (iPhone; CPU OS 17_5 like Mac OS X)';
const german = '91.0.0.1';
const today = { from_date: '2026-11-21', to_date: '2026-11-21' };

let clickhouse: TestClickHouse;
let portal: TestPortal;
let spool: Awaited<ReturnType<typeof testSpool>>;
let client: TestClient;
let account: AccountKey;

beforeAll(async () => {
  [clickhouse, spool] = await Promise.all([testClickHouse({ withTables: true }), testSpool('token')]);
  const config = { clickhouseUrl: clickhouse.url, engineUrl: spool.url, engineToken: 'token' };
  portal = await testPortal({ config, clock: { now: () => new Date(now) } });
  account = await portal.make.account();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  // The portal’s clock is fixed on a test day, for sessions too.
  client = await portal.as(person);
});
afterAll(async () => {
  await portal.close();
  spool.close();
  await clickhouse.drop();
});

let batches = 0;
const record = async (...slices: SliceEvent[][]): Promise<void> => {
  const parts = { clickhouse: clickhouse.client, geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
  await store({ ...parts, secrets: portal.kernel.secrets }, { engine: 'e', batch: ++batches, events: slices.flat() });
};

/**
 * A station in Berlin with one listener from 14:00 to 14:35 on a desktop, one from 14:10 to 14:20 and another from
 * 14:12 on a phone.
 */
const stationWithListeners = async (): Promise<StationKey> => {
  const station = await portal.make.station(account, { name: 'Radio Berlin' });
  const { db } = portal.kernel;
  await db.updateTable('stations').set({ default_timezone: 'Europe/Berlin' }).where('key', '=', station).execute();
  const at = (minutes: number) => Date.UTC(2026, 10, 21, 13) + minutes * minute;
  const by = { station, account };
  await record(
    slicesOf({ ...by, from: at(0), to: at(35) }),
    slicesOf({ ...by, from: at(10), to: at(20), ip: german }),
    slicesOf({ ...by, from: at(12), to: at(14), ip: german, user_agent: phone }),
  );
  return station;
};

const stats = async (station: StationKey, frequency: 'minute' | 'hour' | 'day', query = today) => {
  const found = await client.ok(api.stations, {
    params: { type: query.from_date === query.to_date ? 'day' : 'period' },
    query: { ...query, frequency, stationKeys: [station] },
  });
  const buckets = [...found.minute_stats, ...found.hour_stats, ...found.day_stats];
  return { ...found, totals: found.period_stats.stats, buckets };
};

describe('the statistics of a station', () => {
  it('add up over the day, by hour of its time zone without gaps', async () => {
    const station = await stationWithListeners();
    const found = await stats(station, 'hour');
    expect(found).toMatchObject({ timezone: 'Europe/Berlin', ...today });
    expect(found.buckets).toHaveLength(24);
    const stationTotals = {
      connections: 3,
      uniques: 3,
      listening_time: 47 * 60,
      connected: 3,
      disconnected: 3,
      peak: 3,
    };
    expect(found.totals).toMatchObject(stationTotals);
    expect(found.buckets[14]).toMatchObject({
      from: '2026-11-21T14:00:00+01:00',
      to: '2026-11-21T15:00:00+01:00',
      stats: stationTotals,
    });
    const zeros = { connections: 0, uniques: 0, listening_time: 0, connected: 0, disconnected: 0, peak: 0 };
    expect(found.buckets.filter((_, hour) => hour !== 14).every((bucket) => bucket.stats.connections === 0)).toBe(true);
    expect(found.buckets[15]!.stats).toMatchObject(zeros);
    expect(
      found.country_stats.map(({ iso, name, stats: of }) => [iso, name, of.listening_time, of.connections]),
    ).toEqual([
      ['US', 'United States', 35 * 60, 1],
      ['DE', 'Germany', 12 * 60, 2],
    ]);
    expect(found.device_stats.map(({ device, stats: of }) => [device, of.connections])).toEqual([
      ['desktop', 2],
      ['phone', 1],
    ]);
  });

  it('by minute count each session in its minutes, and agree with the totals', async () => {
    const station = await stationWithListeners();
    const found = await stats(station, 'minute');
    expect(found.buckets).toHaveLength(24 * 60);
    const at = (hour: number, minutes: number) => found.buckets[hour * 60 + minutes]!.stats;
    expect(at(14, 13)).toMatchObject({ connections: 3, connected: 0, disconnected: 1, listening_time: 180, peak: 3 });
    expect(at(14, 30)).toMatchObject({ connections: 1, listening_time: 60, peak: 1 });
    expect(at(14, 35)).toMatchObject({ connections: 0, peak: 0 });
    const sum = (of: 'listening_time' | 'connected' | 'disconnected') =>
      found.buckets.reduce((total, bucket) => total + bucket.stats[of], 0);
    expect(sum('listening_time')).toBe(found.totals.listening_time);
    expect([sum('connected'), sum('disconnected')]).toEqual([3, 3]);
  });

  it('count a session past midnight on both days, and once over both days together', async () => {
    const station = await portal.make.station(account);
    const midnight = Date.UTC(2026, 10, 21);
    await record(slicesOf({ station, account, from: midnight - 20 * minute, to: midnight + 40 * minute }));
    const both = await stats(station, 'day', { from_date: '2026-11-20', to_date: '2026-11-21' });
    expect(both.buckets.map((bucket) => bucket.stats)).toMatchObject([
      { connections: 1, connected: 1, disconnected: 0, listening_time: 1200, peak: 1 },
      { connections: 1, connected: 0, disconnected: 1, listening_time: 2400, peak: 1 },
    ]);
    expect(both.totals).toMatchObject({ connections: 1, uniques: 1, listening_time: 3600 });
  });

  it('include current listeners once, also while their slice arrives', async () => {
    const station = await portal.make.station(account);
    const slices = slicesOf({ station, account, from: now - 20 * minute, to: now, ip: german, open: true });
    const [closed, stillOpen] = [slices.slice(0, -1), slices.at(-1)!];
    await record(closed);
    spool.state.open = [openOf(stillOpen)];
    const expected = { connections: 1, uniques: 1, listening_time: 1200, connected: 1, disconnected: 0, peak: 1 };
    expect((await stats(station, 'hour')).totals).toMatchObject(expected);
    expect((await stats(station, 'minute')).buckets[13 * 60 + 39]!.stats.listening_time).toBe(60);
    await record([stillOpen]);
    expect((await stats(station, 'hour')).totals).toMatchObject(expected);
    spool.state.open = [];
    expect((await stats(station, 'hour')).totals).toMatchObject(expected);
  }, 60_000);

  it('count a returning listener as one, and two behind one address as two', async () => {
    const station = await portal.make.station(account);
    const from = Date.UTC(2026, 10, 21, 9);
    const session = { station, account, from, to: from + minute };
    await record(slicesOf(session), slicesOf(session), slicesOf({ ...session, user_agent: phone }));
    expect((await stats(station, 'hour')).totals).toMatchObject({ connections: 3, uniques: 2, peak: 3 });
  });

  it('of an account cover all its stations, and no others', async () => {
    const own = await portal.make.account();
    const person = await portal.make.person();
    await portal.make.accountMember(own, person, 'owner');
    const theirs = await portal.as(person);
    const empty = await theirs.ok(api.account, { params: { id: own, type: 'day' }, query: today });
    expect(empty).toMatchObject({ timezone: 'UTC', period_stats: { stats: { connections: 0 } }, country_stats: [] });
    const stations = [await portal.make.station(own), await portal.make.station(own)];
    for (const station of stations) await record(slicesOf({ station, account: own, from: now - minute, to: now }));
    const found = await theirs.ok(api.account, { params: { id: own, type: 'day' }, query: today });
    expect(found.period_stats.stats).toMatchObject({ connections: 2, uniques: 1, listening_time: 120, peak: 2 });
    const foreign = await client.call(api.stations, {
      params: { type: 'day' },
      query: { ...today, stationKeys: stations },
    });
    expect(foreign.status).toBe(404);
  });

  it('are daily for a period and hourly for a day by default, also in zones with an offset', async () => {
    const station = await stationWithListeners();
    await client.ok(stations.update, { params: { key: station }, body: { default_timezone: '+12:00' } });
    const fetchStats = (type: 'day' | 'period', days: typeof today) =>
      client.ok(api.stations, { params: { type }, query: { ...days, stationKeys: [station] } });
    const months = await fetchStats('period', { from_date: '2026-03-01', to_date: '2026-11-22' });
    expect([months.day_stats.length, months.hour_stats.length, months.timezone]).toEqual([267, 0, '+12:00']);
    // Listening from 13:00 UTC on belongs to the next day there, in its second hour.
    const next = await fetchStats('day', { from_date: '2026-11-22', to_date: '2026-11-22' });
    expect(next.hour_stats).toHaveLength(24);
    expect(next.hour_stats[1]?.stats.connections).toBe(3);
    expect(months.day_stats.at(-1)?.stats.listening_time).toBe(next.period_stats.stats.listening_time);
  });

  it('are refused for an invalid period', async () => {
    const station = await portal.make.station(account);
    const query = { from_date: '2026-02-30', to_date: '2026-03-01', stationKeys: [station] };
    const reply = await client.call(api.stations, { params: { type: 'period' }, query });
    expect([reply.status, Object.keys(reply.json.error.fields ?? {})]).toEqual([400, ['from_date']]);
  });
});

describe('current listeners', () => {
  it('are listed with location, device and player, newest first', async () => {
    const station = await portal.make.station(account, { name: 'Now FM' });
    const [one] = slicesOf({ station, account, from: now - 5 * minute, to: now, ip: german, user_agent: phone });
    const [two] = slicesOf({ station, account, from: now - 9 * minute, to: now });
    spool.state.open = [openOf(two!), openOf(one!)];
    const live = await client.ok(liveStats.station, { params: { key: station } });
    expect(live).toMatchObject({
      listeners: 2,
      sessions: [
        { seconds: 300, country: 'DE', device: 'phone', player: 'Apple player' },
        { seconds: 540, country: 'US', player: 'VLC' },
      ],
      stations: [{ key: station, name: 'Now FM', listeners: 2 }],
    });
    expect(new Map(live.countries.map(({ iso, listeners }) => [iso, listeners]))).toEqual(
      new Map([
        ['DE', 1],
        ['US', 1],
      ]),
    );
    expect(JSON.stringify(live)).not.toContain(german);
    const all = await client.ok(liveStats.account, { params: { id: account } });
    expect(all.listeners).toBe(2);
    expect(all.stations.find(({ key }) => key === station)?.listeners).toBe(2);
    spool.state.open = [];
  });
});
