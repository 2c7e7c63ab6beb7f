import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTable } from '#server/platform/clickhouse/dialect.ts';
import { accounts } from '#contract/api/accounts.ts';
import { appEventLimits, appStats as api, type AppEvent, type AppReport } from '#contract/api/app-stats.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { appTables } from './app-sessions.ts';
import { forwardBatches } from './forward-app-events.ts';

const minute = 60_000;
/** 14:40 in Berlin. */
const now = Date.UTC(2026, 10, 21, 13, 40);
const today = { from_date: '2026-11-21', to_date: '2026-11-21' };

let clickhouse: TestClickHouse;
let portal: TestPortal;
let client: TestClient;
let account: AccountKey;
let key: string;
let clock = now;
beforeAll(async () => {
  clickhouse = await testClickHouse();
  portal = await testPortal({
    config: { clickhouseUrl: clickhouse.url, trustedProxies: ['127.0.0.1'] },
    clock: { now: () => new Date(clock) },
  });
  for (const statement of appTables) await createTable(clickhouse.client, statement);
  account = await portal.make.account();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  client = await portal.as(person);
  key = await addApplication(account);
});
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});

const addApplication = async (of: AccountKey): Promise<string> => {
  const applicationKey = randomUUID();
  await portal.kernel.db
    .insertInto('applications')
    .values({ account_key: of, name: 'App', platform: 'ios', application_key: applicationKey })
    .execute();
  return applicationKey;
};

const berlin = async (name = 'Radio Berlin'): Promise<StationKey> => {
  const station = await portal.make.station(account, { name });
  const zone = { default_timezone: 'Europe/Berlin' };
  await portal.kernel.db.updateTable('stations').set(zone).where('key', '=', station).execute();
  return station;
};

const event = (station: StationKey, minutes: number, given: Partial<AppEvent> = {}): AppEvent => ({
  id: randomUUID(),
  type: 'heartbeat',
  session: randomUUID(),
  listener: 'installation-1',
  station,
  platform: 'ios',
  at: new Date(now + minutes * minute).toISOString(),
  ...given,
});

const post = async (events: unknown, given: { key?: string; ip?: string } = {}): Promise<Response> =>
  await fetch(`${portal.url}/ingest/app/${given.key ?? key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': given.ip ?? '91.0.0.1' },
    body: JSON.stringify({ events }),
  });

const report = async (events: unknown, given: { key?: string; ip?: string } = {}): Promise<AppReport> => {
  const reply = await post(events, given);
  expect(reply.status).toBe(200);
  return (await reply.json()) as AppReport;
};

const carry = async (): Promise<void> => {
  while (await forwardBatches({ db: portal.kernel.db, clickhouse: clickhouse.client }));
};

const stats = async (stationKey: StationKey, query = today) =>
  await client.ok(api.account, {
    params: { id: account, type: query.from_date === query.to_date ? 'day' : 'period' },
    query: { ...query, frequency: query.from_date === query.to_date ? 'hour' : 'day', stationKey },
  });

describe('app events', () => {
  it('become sessions, minutes and listeners, by hour, platform, station and country', async () => {
    const station = await berlin();
    const [first, second] = [randomUUID(), randomUUID()];
    // From 14:10 to 14:20:30, and from 13:50 until a minute after the last heartbeat at 14:05.
    await report([
      event(station, -30, { session: first, type: 'start' }),
      event(station, -29.5, { session: first }),
      event(station, -19.5, { session: first, type: 'end' }),
    ]);
    const other = { session: second, platform: 'android', listener: 'installation-2' } as const;
    await report([event(station, -50, { ...other, type: 'start' }), event(station, -35, other)], { ip: '8.8.8.8' });
    await carry();
    const found = await stats(station);
    const all = { sessions: 2, minutes: 26.5, uniques: { total: 2, ios: 1, android: 1 } };
    expect(found).toMatchObject({ timezone: 'Europe/Berlin', ...today, period_stats: { stats: all }, day_stats: [] });
    expect(found.hour_stats).toHaveLength(24);
    expect(found.hour_stats[13]!.stats).toEqual({
      sessions: 1,
      minutes: 10,
      uniques: { total: 1, ios: 0, android: 1 },
    });
    expect(found.hour_stats[14]).toEqual({
      from: '2026-11-21T14:00:00+01:00',
      to: '2026-11-21T15:00:00+01:00',
      stats: { ...all, minutes: 16.5 },
    });
    expect(found.platform_stats.map((one) => [one.platform, one.stats.minutes])).toEqual([
      ['android', 16],
      ['ios', 10.5],
    ]);
    expect(found.station_stats).toEqual([{ key: station, name: 'Radio Berlin', stats: all }]);
    expect(found.country_stats.map((one) => [one.iso, one.name, one.stats.minutes])).toEqual([
      ['US', 'United States', 16],
      ['DE', 'Germany', 10.5],
    ]);
  });

  it('count once, however often and concurrently they arrive, and the reply says so', async () => {
    const station = await berlin();
    const session = randomUUID();
    const events = [
      event(station, -10, { session, type: 'start' }),
      event(station, -9, { session }),
      event(station, -8, { session, type: 'end' }),
    ];
    const replies = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => await report(i % 2 ? events : events.toReversed())),
    );
    expect(replies.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(3);
    expect(replies.every(({ accepted, duplicates }) => accepted + duplicates === 3)).toBe(true);
    expect(await report([...events, ...events])).toEqual({ accepted: 0, duplicates: 6, refused: [] });
    expect(await report([{ ...events[0], session: randomUUID() }])).toMatchObject({ accepted: 0, duplicates: 1 });
    await carry();
    expect((await stats(station)).period_stats.stats).toMatchObject({ sessions: 1, minutes: 2 });
  });

  it('count once when the process is killed between insert and deletion', async () => {
    const station = await berlin();
    const session = randomUUID();
    await report([event(station, -10, { session, type: 'start' }), event(station, -5, { session, type: 'end' })]);
    const { db } = portal.kernel;
    const stored = await db.selectFrom('app_event_batches').select('rows').execute();
    await carry();
    // The state after a process died between insert and deletion.
    const left = stored.map(({ rows }) => ({ rows: JSON.stringify(rows) }));
    await db.insertInto('app_event_batches').values(left).execute();
    await carry();
    expect((await stats(station)).period_stats.stats).toMatchObject({ sessions: 1, minutes: 5 });
  });

  it('are accepted one by one: an invalid event does not affect the others', async () => {
    const station = await berlin();
    const foreign = await portal.make.station(await portal.make.account());
    const day = 24 * 60;
    const found = await report([
      event(station, 0),
      event(foreign, 0),
      { ...event(station, 0), platform: 'windows' },
      event(station, -7 * day - 1),
      event(station, 6),
      'nonsense',
      null,
      event(station, 5),
      event(station, -7 * day),
      { ...event(station, 0), at: 'yesterday' },
      { ...event(station, 0), station: 's-\u0000' },
    ]);
    expect(found).toMatchObject({ accepted: 3, duplicates: 0 });
    expect(found.refused.map(({ index, code }) => [index, code])).toEqual([
      [1, 'unknownStation'],
      [2, 'invalid'],
      [3, 'tooOld'],
      [4, 'inFuture'],
      [5, 'invalid'],
      [6, 'invalid'],
      [9, 'invalid'],
      [10, 'invalid'],
    ]);
    expect(found.refused[1]!.message).toContain('platform');
    expect(found.refused[6]!.message).toBe('at: Not an ISO 8601 time with a time zone.');
  });

  it('count on both days when a session passes midnight, and once over both together', async () => {
    const station = await berlin();
    const session = randomUUID();
    // Midnight in Berlin is 14 h 40 min ago, midnight UTC 13 h 40 min.
    await report([
      event(station, -16 * 60, { session, type: 'start' }),
      event(station, -14 * 60, { session }),
      event(station, -13 * 60, { session, type: 'end' }),
    ]);
    await carry();
    const both = await stats(station, { from_date: '2026-11-20', to_date: '2026-11-21' });
    expect(both.period_stats.stats).toMatchObject({ sessions: 1, minutes: 180 });
    expect(both.day_stats.map(({ stats: of }) => [of.sessions, of.minutes])).toEqual([
      [1, 80],
      [1, 100],
    ]);
    expect((await stats(station)).period_stats.stats).toMatchObject({ sessions: 1, minutes: 100 });
  });

  it('continue without heartbeats for at most a day, and never after the end', async () => {
    const station = await berlin();
    const [silent, resumed] = [randomUUID(), randomUUID()];
    const day = 24 * 60;
    await report([
      event(station, -3 * day, { session: silent, type: 'start' }),
      event(station, -day, { session: silent, type: 'end' }),
      event(station, -2 * day - 10, { session: resumed, type: 'start' }),
      event(station, -2 * day, { session: resumed, type: 'end' }),
      event(station, -day - 60, { session: resumed }),
    ]);
    await carry();
    const found = await stats(station, { from_date: '2026-11-15', to_date: '2026-11-21' });
    // A minute after the start of the one, ten of the other and a minute after its late heartbeat.
    expect(found.period_stats.stats).toMatchObject({ sessions: 2, minutes: 12 });
  });
});

describe('the event endpoint', () => {
  it('rejects unknown or deleted keys and suspended accounts', async () => {
    expect((await post([], { key: 'x'.repeat(32) })).status).toBe(401);
    const suspended = await addApplication(await portal.make.account({ suspended: true }));
    expect((await post([], { key: suspended })).status).toBe(403);
    const removed = await addApplication(account);
    expect((await post([], { key: removed })).status).toBe(200);
    await portal.kernel.db.deleteFrom('applications').where('application_key', '=', removed).execute();
    expect((await post([], { key: removed })).status).toBe(401);
  });

  it('accepts at most 500 events and 256 KB per request', async () => {
    const station = await berlin();
    const tooMany = Array.from({ length: appEventLimits.events + 1 }, () => event(station, 0));
    expect((await post(tooMany)).status).toBe(400);
    expect(await report(tooMany.slice(1))).toMatchObject({ accepted: appEventLimits.events });
    const large = await post([{ ...event(station, 0), listener: 'x'.repeat(appEventLimits.bytes) }]);
    expect([large.status, ((await large.json()) as { error: { message: string } }).error.message]).toEqual([
      413,
      expect.stringContaining('256 KB'),
    ]);
  });

  it('accepts 600 batches a minute per app and address, and says when to retry', async () => {
    const of = { key: await addApplication(account), ip: '81.2.69.142' };
    for (let i = 0; i < appEventLimits.perMinute; i += 50) {
      const replies = await Promise.all(Array.from({ length: 50 }, async () => (await post([], of)).status));
      expect(new Set(replies)).toEqual(new Set([200]));
    }
    const refused = await post([], of);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await post([], { ...of, ip: '81.2.69.143' })).status).toBe(200);
    clock += 61_000;
    expect((await post([], of)).status).toBe(200);
    clock = now;
  });

  it('is open to pages of any origin', async () => {
    const url = `${portal.url}/ingest/app/${key}`;
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://app.example' } });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'content-type']);
    for (const reply of [preflight, await post([]), await post([], { key: 'unknown' }), await post('nonsense')])
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('an account', () => {
  it('has app analytics once events have arrived, and keeps them when the application is deleted', async () => {
    const own = await portal.make.account();
    const person = await portal.make.person();
    await portal.make.accountMember(own, person, 'owner');
    const owner = await portal.as(person);
    const has = async () => (await owner.ok(api.hasAppAnalytics, { params: { id: own } })).hasAppAnalytics;
    const { id, applicationKey } = await owner.ok(accounts.addApplication, {
      params: { id: own },
      body: { name: 'App', platform: 'android' },
    });
    const station = await portal.make.station(own);
    await report([event(station, -60 * 24 * 8)], { key: applicationKey });
    expect(await has()).toBe(false);
    await report([event(station, 0)], { key: applicationKey });
    expect(await has()).toBe(true);
    expect(await owner.ok(api.lastEvents, { params: { id: own } })).toEqual([
      { id, last_event: new Date(now).toISOString() },
    ]);
    await owner.ok(accounts.removeApplication, { params: { id: own, applicationId: id } });
    expect([await has(), await owner.ok(api.lastEvents, { params: { id: own } })]).toEqual([true, []]);
  });
});
