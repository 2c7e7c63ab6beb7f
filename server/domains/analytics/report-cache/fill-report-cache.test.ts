import { afterAll, beforeAll, expect, it } from 'vitest';
import { analytics as api } from '#contract/api/analytics.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { queryRows } from '#server/platform/clickhouse/query.ts';
import { periodOf } from '#server/platform/period.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { forgetListening } from '../forget-stations.ts';
import { slicesOf } from '../testing/listening.ts';
import { store } from '../spool-consumer.ts';
import { lateArrivalsOf, announceLateArrivals } from '#server/domains/analytics/late-arrivals.ts';
import { cachedBuckets } from './cached-buckets.ts';
import { reportCacheFiller } from './fill-report-cache.work.ts';
import { subjectOf } from './subjects.ts';

const minute = 60_000;
const hour = 60 * minute;
const zone = 'Europe/Berlin';
/** Ten in the morning in Berlin, two days after the day that is queried. */
let now = Date.UTC(2026, 10, 20, 9);
const day = { from_date: '2026-11-18', to_date: '2026-11-18', frequency: 'hour' as const, include: [] };

let clickhouse: TestClickHouse;
let portal: TestPortal;
let account: AccountKey;
let stations: [StationKey, StationKey];
beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
  const config = { clickhouseUrl: clickhouse.url, engineUrl: 'http://127.0.0.1:1', engineToken: 'token' };
  portal = await testPortal({ config, clock: { now: () => new Date(now) } });
  account = await portal.make.account();
  stations = [await portal.make.station(account), await portal.make.station(account)];
  await portal.kernel.db.updateTable('stations').set({ default_timezone: zone }).execute();
  keepNext = reportCacheFiller({
    db: portal.kernel.db,
    clickhouse: clickhouse.client,
    clock: { now: () => new Date(now) },
  });
}, 120_000);
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});

let keepNext: () => Promise<boolean>;
const fillCache = async (): Promise<number> => {
  for (let made = 0; ; made++) if (!(await keepNext())) return made;
};

let batch = 0;
const listen = async (station: StationKey, from: number, minutes: number, ip = '8.8.8.8'): Promise<void> => {
  const parts = { clickhouse: clickhouse.client, geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
  const deps = { ...parts, secrets: portal.kernel.secrets, clock: { now: () => new Date(now) } };
  const events = slicesOf({ station, account, from, to: from + minutes * minute, ip });
  await store(deps, { engine: 'e', batch: ++batch, events });
};

const report = async (which: 'account' | StationKey, query: object = {}) => {
  const admin = await portal.as(await portal.make.person({ admin: true }));
  const all = { ...day, ...query };
  const reply =
    which === 'account'
      ? await admin.ok(api.account, { params: { id: account, type: 'period' }, query: all })
      : await admin.ok(api.stations, { params: { type: 'period' }, query: { ...all, stationKeys: [which] } });
  const { uniques, connected, peak, listening_time } = reply.period_stats.stats;
  return { uniques, connected, peak, listening_time, hours: reply.hour_stats.map(({ stats }) => stats.connected) };
};

/** Changes the cached rows of this day, so that a result read from the cache can be recognized. */
const forge = async (subject: string, peak: number): Promise<void> =>
  void (await clickhouse.client.command({
    query: `insert into report_cache select * replace(computed_at + 1 as computed_at, ${peak} as peak) from report_cache
      where subject = '${subject}' and step = 'hour' and toDate(at) = '2026-11-18' and hour(at) = 9`,
  }));

it('caches hours and days of stations and of an account’s station set, an hour after they end', async () => {
  const [one, other] = stations;
  const start = Date.UTC(2026, 10, 18, 9, 10);
  expect(await fillCache()).toBe(0);
  expect(await fillCache()).toBe(0);
  await listen(one, start, 30);
  await listen(other, start + 5 * minute, 30);
  await listen(other, start + 2 * hour, 10, '1.1.1.1');
  const counted = [await report('account'), await report(one), await report(other)];
  expect(counted.map(({ peak }) => peak)).toEqual([2, 1, 1]);
  // Another late event may follow: nothing of that day is cached yet.
  await fillCache();
  await forge(one, 70);
  expect(await report(one)).toEqual(counted[1]);
  now += 10 * minute;
  expect(await fillCache()).toBeGreaterThan(0);
  expect(await fillCache()).toBe(0);
  expect([await report('account'), await report(one), await report(other)]).toEqual(counted);
  await forge(one, 71);
  await forge(subjectOf(stations), 72);
  expect([await report('account'), await report(one), await report(other)]).toEqual([
    { ...counted[0], peak: 72 },
    { ...counted[1], peak: 71 },
    counted[2],
  ]);
});

it('answers for an account’s stations from each one’s cached days', async () => {
  const admin = await portal.as(await portal.make.person({ admin: true }));
  const query = { ...day, from_date: '2026-11-17', include: ['audience' as const, 'stations' as const] };
  const ofAccount = async () =>
    (await admin.ok(api.account, { params: { id: account, type: 'period' }, query })).station_stats;
  const stationRows = await ofAccount();
  expect(stationRows).toHaveLength(2);
  for (const { key, stats } of stationRows) {
    const alone = await admin.ok(api.stations, { params: { type: 'period' }, query: { ...query, stationKeys: [key] } });
    expect(alone.period_stats.stats).toMatchObject(stats);
  }
  const [{ key, stats }] = stationRows as [(typeof stationRows)[0]];
  await clickhouse.client.command({
    query: `insert into report_cache select * replace(computed_at + 1 as computed_at, connected + 5 as connected) from report_cache
      where subject = '${key}' and step = 'day' and dimension = '' and toDate(at) = '2026-11-17'`,
  });
  expect((await ofAccount()).find((one) => one.key === key)?.stats.connected).toBe(stats.connected + 5);
  // One of them has an uncached day: all are counted.
  await clickhouse.client.command({
    query: `alter table report_cache delete where subject = '${stationRows[1]!.key}' and step = 'day'`,
    clickhouse_settings: { mutations_sync: '1' },
  });
  expect(await ofAccount()).toEqual(stationRows);
  await fillCache();
});

it('merges listeners of several days from each one’s cached sketches', async () => {
  const several = { from_date: '2026-11-17', to_date: '2026-11-18', include: ['previous' as const] };
  expect(await report('account', several)).toMatchObject({ uniques: 2, connected: 3, peak: 72 });
  await clickhouse.client.command({
    query: `alter table report_cache update addresses = arrayReduce('uniqState', emptyArrayUInt64()) where step = 'day'`,
    clickhouse_settings: { mutations_sync: '1' },
  });
  expect(await report('account', several)).toMatchObject({ uniques: 0, connected: 3, peak: 72 });
});

it('returns zeros before the first listening, unless something arrived late', async () => {
  const { client } = clickhouse;
  const period = (date: string) =>
    periodOf('period', { from_date: date, to_date: date, frequency: 'hour' as const }, zone);
  const found = async (date: string) => {
    const { start, end } = period(date);
    const find = await cachedBuckets(client, [stations[0]], period(date), lateArrivalsOf(client, { start, end }));
    return [find('day', { start, end }), find('hour', { start, end: start + hour })].map((slot) => slot?.connections);
  };
  expect(await found('2026-11-10')).toEqual([0, 0]);
  await announceLateArrivals(client, ['2026-11-10'], new Date(now));
  expect(await found('2026-11-10')).toEqual([undefined, 0]);
  expect(await found('2026-11-09')).toEqual([0, 0]);
});

it('recomputes days with late arrivals, and caches the result', async () => {
  const [one, other] = stations;
  await listen(one, Date.UTC(2026, 10, 18, 23, 30), 60);
  // It lies on the 19th in Berlin, but on the 18th in UTC as well.
  expect(await report(one)).toMatchObject({ peak: 1, connected: 1 });
  await listen(other, Date.UTC(2026, 10, 18, 14), 20, '9.9.9.9');
  const late = await report('account');
  expect(late).toMatchObject({ connected: 4, uniques: 3, peak: 2 });
  await fillCache();
  expect(await report('account')).toEqual(late);
  now += 10 * minute;
  expect(await fillCache()).toBeGreaterThan(0);
  expect(await report('account')).toEqual(late);
  await forge(subjectOf(stations), 73);
  expect(await report('account')).toEqual({ ...late, peak: 73 });
});

it('counts the stations of an account whose cached days are older than late arrivals', async () => {
  const { client } = clickhouse;
  const admin = await portal.as(await portal.make.person({ admin: true }));
  const query = { ...day, include: ['stations' as const] };
  const connected = async () => {
    const { station_stats } = await admin.ok(api.account, { params: { id: account, type: 'period' }, query });
    return new Map(station_stats.map(({ key, stats }) => [key, stats.connected]));
  };
  const rewrite = async (subject: string, columns: string): Promise<void> =>
    void (await client.command({
      query: `insert into report_cache select * replace(${columns}) from report_cache final
        where subject = '${subject}' and step in ('day', 'hour') and toDate(at + interval 1 hour) = '2026-11-18'`,
    }));
  const counted = await connected();
  const [one, number] = [...counted][0]!;
  await rewrite(one, 'computed_at + 1 as computed_at, connected + 5 as connected');
  expect(await connected()).toEqual(new Map([...counted, [one, number + 5]]));
  await announceLateArrivals(client, ['2026-11-18'], new Date(now));
  expect(await connected()).toEqual(counted);
  // The account's own days are computed again first.
  await rewrite(subjectOf(stations), `fromUnixTimestamp64Milli(${now + 6 * minute}, 'UTC') as computed_at, 78 as peak`);
  expect(await report('account')).toMatchObject({ peak: 78 });
  expect(await connected()).toEqual(counted);
  now += 10 * minute;
  await fillCache();
});

/** Simulates a process that dies after this many writing statements. */
const dyingAfter = (steps: number): TestClickHouse['client'] => {
  let left = steps;
  const { client } = clickhouse;
  const command = (given: Parameters<typeof client.command>[0]) =>
    left-- > 0 ? client.command(given) : Promise.reject(new Error('killed'));
  return { command, query: (given: Parameters<typeof client.query>[0]) => client.query(given) } as typeof client;
};

it('gives the same result at whichever step the process is killed', async () => {
  await listen(stations[0], Date.UTC(2026, 10, 18, 16), 40, '9.9.9.8');
  now += 10 * minute;
  const several = { from_date: '2026-11-17', to_date: '2026-11-18' };
  const all = async () => [await report('account'), await report('account', several), await report(stations[0])];
  const counted = await all();
  const keepsAll = async (steps: number): Promise<boolean> => {
    const next = reportCacheFiller({
      db: portal.kernel.db,
      clickhouse: dyingAfter(steps),
      clock: { now: () => new Date(now) },
    });
    try {
      while (await next());
      return true;
    } catch (error) {
      expect(String(error)).toContain('killed');
      return false;
    }
  };
  let kills = 0;
  for (; !(await keepsAll(kills)); kills++) expect(await all()).toEqual(counted);
  expect(kills).toBeGreaterThan(2);
  expect(await all()).toEqual(counted);
});

it('counts a report in another zone, and caches that zone once the station uses it', async () => {
  const [one, other] = stations;
  await portal.kernel.db.updateTable('stations').set({ default_timezone: 'UTC' }).where('key', '=', other).execute();
  const counted = await report(other);
  await forge(other, 74);
  expect(await report(other)).toEqual(counted);
  expect(await fillCache()).toBeGreaterThan(0);
  await forge(other, 75);
  expect((await report(other)).peak).toBe(75);
  expect((await report(one)).peak).toBe(1);
});

it('caches all other stations beside one with an invalid time zone', async () => {
  const [, other] = stations;
  const zones = portal.kernel.db.updateTable('stations').where('key', '=', other);
  await zones.set({ default_timezone: 'Mars/Olympus' }).execute();
  await fillCache();
  await forge(other, 76);
  expect((await report(other)).peak).toBe(76);
  await zones.set({ default_timezone: 'UTC' }).execute();
});

it('treats an account with another station as a different subject', async () => {
  await portal.make.station(account);
  expect((await report('account')).peak).toBe(2);
  expect(await fillCache()).toBeGreaterThan(0);
  expect((await report('account')).peak).toBe(2);
});

it('deletes all cached rows of a station with the station', async () => {
  const [one, other] = stations;
  await forgetListening(clickhouse.client, [one]);
  const left = await queryRows<{ subject: string }>(clickhouse.client, 'select distinct subject from report_cache');
  expect(left.map(({ subject }) => subject)).not.toContain(one);
  expect(left.map(({ subject }) => subject)).toContain(other);
});

it('deletes an account’s station set once the account has other stations', async () => {
  const rowsOf = async (subject: string): Promise<number> =>
    (await queryRows(clickhouse.client, `select at from report_cache where subject = '${subject}' limit 1`)).length;
  const grow = async (): Promise<string> => {
    await portal.make.station(account);
    await portal.kernel.db.updateTable('stations').set({ default_timezone: zone }).execute();
    await fillCache();
    const own = portal.kernel.db.selectFrom('stations').select('key').where('account_key', '=', account);
    return subjectOf((await own.execute()).map(({ key }) => key));
  };
  await listen(stations[0], Date.UTC(2026, 10, 18, 11), 10);
  const before = await grow();
  expect(await rowsOf(before)).toBe(1);
  const after = await grow();
  expect([await rowsOf(before), await rowsOf(after)]).toEqual([0, 1]);
});
