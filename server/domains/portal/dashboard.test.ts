import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenSession } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { liveStats } from '#contract/api/live-stats.ts';
import { portal as calls } from '#contract/api/portal.ts';
import type { StationLive } from '#contract/api/session.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let admin: TestClient;
/** A stub of the engine's control port; only sessions are requested. */
let engine: Server;
let sessions: OpenSession[] = [];

beforeAll(async () => {
  engine = createServer((_request, reply) => {
    reply.end(JSON.stringify({ sessions, total: sessions.length }));
  });
  await new Promise<void>((listening) => engine.listen(0, '127.0.0.1', listening));
  const engineUrl = `http://127.0.0.1:${String((engine.address() as AddressInfo).port)}`;
  portal = await testPortal({ config: { engineUrl }, clock: { now: () => new Date('2026-11-21T12:00:00Z') } });
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(async () => {
  await portal.close();
  engine.close();
});

const state = (key: StationKey, fields: Partial<StationLive>): StationLive => ({
  key,
  status: 'active',
  source: 'live',
  encoder: null,
  title: '',
  track: null,
  track_started: null,
  listeners: 0,
  ...fields,
});

const setCreated = async (table: 'accounts' | 'stations', key: string, at: string) =>
  await portal.kernel.db
    .updateTable(table)
    .set({ created: new Date(at) } as never)
    .where('key', '=', key as never)
    .execute();

test('shows totals, the last thirty days, the latest accounts and stations, and free space', async () => {
  const before = await admin.ok(calls.dashboard);
  expect(before.days.map(({ day }) => day).slice(-2)).toEqual(['2026-11-20', '2026-11-21']);
  expect(before.days).toHaveLength(30);

  const old = await portal.make.account({ company: 'Old' });
  await setCreated('accounts', old, '2026-10-22T23:59:59Z');
  const first = await portal.make.account({ company: 'First', suspended: true });
  await setCreated('accounts', first, '2026-10-23T00:00:00Z');
  await portal.make.account({ deleted: true });
  const latest = await portal.make.account({ company: 'Latest' });
  await setCreated('accounts', latest, '2026-11-21T11:00:00Z');
  const station = await portal.make.station(latest, { name: 'Latest Station' });
  await setCreated('stations', station, '2026-11-21T11:30:00Z');
  await portal.make.station(latest, { deleted: true });
  const track = await portal.make.track(station);
  await portal.kernel.db.updateTable('tracks').set({ size: 3_000_000_000 }).where('key', '=', track).execute();
  portal.live.publish(state(station, { listeners: 7 }));
  portal.live.publish(state('s-other' as StationKey, { status: 'inactive', source: 'none' }));

  const after = await admin.ok(calls.dashboard);
  expect(after.totals).toMatchObject({ accounts: 3, suspended: 1, stations: 1, people: 1, onAir: 1, listeners: 7 });
  expect(after.days[0]).toEqual({ day: '2026-10-23', accounts: 1, stations: 0 });
  expect(after.days[29]).toEqual({ day: '2026-11-21', accounts: 1, stations: 1 });
  expect(after.accounts[0]).toEqual({ key: latest, company: 'Latest', created: '2026-11-21T11:00:00.000Z' });
  expect(after.accounts.map(({ company }) => company)).toEqual(['Latest', 'First', 'Old']);
  expect(after.stations).toMatchObject([
    { key: station, name: 'Latest Station', account_key: latest, account_company: 'Latest' },
  ]);
  expect(after.storage.used).toBe(3_000_000_000);
  expect(after.storage.free).toBeGreaterThan(0);
  expect(after.storage.total).toBeGreaterThanOrEqual(after.storage.free!);
});

test('caches the totals of a large portal', async () => {
  const track = await portal.make.track(await portal.make.station(await portal.make.account()));
  const setSize = (size: number) =>
    portal.kernel.db.updateTable('tracks').set({ size }).where('key', '=', track).execute();
  await setSize(60e12);
  const { totals, storage } = await admin.ok(calls.dashboard);
  await portal.make.account({ company: 'Just now' });
  const again = await admin.ok(calls.dashboard);
  expect(again).toMatchObject({ totals, storage: { used: storage.used } });
  expect(again.accounts.map(({ company }) => company)).toContain('Just now');
  await setSize(0);
});

const session = (station: StationKey, n: number, ip: string): OpenSession => ({
  session: `${station}.${String(n)}`,
  station,
  n: 0,
  started: 1,
  from: 1,
  bytes: 0,
  ip,
  user_agent: '',
  output: 'stream',
});

test('shows current listeners by country and the fifty stations with most listeners', async () => {
  const account = await portal.make.account();
  const stations: StationKey[] = [];
  for (let i = 0; i < 52; i++) stations.push(await portal.make.station(account, { name: `Station ${String(i)}` }));
  sessions = stations.flatMap((key, i) => Array.from({ length: 52 - i }, (_, n) => session(key, n, '127.0.0.1')));
  sessions.push(session(stations[0]!, 100, '8.8.8.8'), session(stations[0]!, 101, '8.8.8.8'));
  const found = await admin.ok(liveStats.portal);
  expect(found.listeners).toBe((52 * 53) / 2 + 2);
  expect(found.countries).toEqual([
    { iso: '', name: 'Unknown', listeners: (52 * 53) / 2, latitude: null, longitude: null },
    { iso: 'US', name: 'United States', listeners: 2, latitude: 37.42, longitude: -122.08 },
  ]);
  expect(found.stations).toHaveLength(50);
  expect(found.stations[0]).toEqual({ key: stations[0], name: 'Station 0', account_key: account, listeners: 54 });
  expect(found.stations[49]).toMatchObject({ name: 'Station 49', listeners: 3 });
});

test('fails instead of reporting no listeners while the engine is down', async () => {
  const alone = await testPortal();
  try {
    const client = await alone.as(await alone.make.person({ admin: true }));
    expect((await client.call(liveStats.portal)).status).toBe(503);
  } finally {
    await alone.close();
  }
});
