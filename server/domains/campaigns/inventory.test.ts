import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Target } from '#contract/rules/ad-rules.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

const [hour, day] = [3_600_000, 86_400_000];
/** A Saturday. */
const now = Date.UTC(2026, 10, 21, 12);
let clickhouse: TestClickHouse;
let portal: TestPortal;
let owner: TestClient;
let account: AccountKey;
let station: StationKey;
let silent: StationKey;

/** One listener of an hour on each of the last 28 days, from a place and with a device. */
const listen = async (at: StationKey, who: { country: string; region: string; city: string; os: string }) => {
  const values = Array.from({ length: 28 }, (_, i) => {
    const since = now - (i + 1) * day;
    return {
      ...{ engine: 'e', session: `${who.city}${String(i)}`, n: 0, station: at, account, started: since, since },
      ...{ until: since + hour, bytes: 1, first: 1, last: 1, address: who.city.length, ...who },
      ...{ device: 'mobile', player: 'VLC', referer: '', output: 'stream' },
    };
  });
  await clickhouse.client.insert({ table: 'slices', values, format: 'JSONEachRow' });
};

beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url }, clock: { now: () => new Date(now) } });
  account = await portal.make.account();
  station = await portal.make.station(account, { name: 'Radio Athens' });
  silent = await portal.make.station(account, { name: 'Without ads' });
  await portal.kernel.db.updateTable('stations').set({ audioads: true }).where('key', '=', station).execute();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
  await listen(station, { country: 'GR', region: 'Attica', city: 'Athens', os: 'iOS' });
  await listen(station, { country: 'GR', region: 'Central Macedonia', city: 'Thessaloniki', os: 'Android' });
  await listen(silent, { country: 'DE', region: 'Berlin', city: 'Berlin', os: 'iOS' });
});
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});

const params = () => ({ id: account });
const detail = (type: Target['type'], path = '', search?: string) =>
  owner.ok(campaigns.target, { params: params(), query: { type, path, ...(search && { search }) } });
const week = { from: '2026-11-23', to: '2026-11-29' };
const inventory = async (rules: { targets: Target[]; isNegated: boolean }[], query: Record<string, unknown> = {}) =>
  await owner.ok(campaigns.inventory, { params: params(), query: { ...week, ...query }, body: rules });
const at = (type: Target['type'], ...paths: string[]) => ({
  targets: paths.map((path) => ({ type, path })),
  isNegated: false,
});

test('targets are the places where listeners were, from country to city, and what they listened with', async () => {
  const roots = await owner.ok(campaigns.targets, { params: params() });
  expect(roots.map(({ type, childCount }) => [type, childCount])).toEqual([
    ['location', 2],
    ['station', 2],
    ['category', 1],
    ['device', 1],
    ['player', 1],
    ['output', 4],
    ['position', 3],
  ]);
  const world = await detail('location');
  expect(world).toMatchObject({ listeners30d: 2, sharePct: 100, parent: null });
  expect(world.children.map(({ path, label }) => [path, label])).toEqual([
    ['GR', 'Greece'],
    ['DE', 'Germany'],
  ]);
  const macedonia = await detail('location', 'GR/Central%20Macedonia');
  expect(macedonia).toMatchObject({ label: 'Central Macedonia', parent: 'GR', listeners30d: 1 });
  expect(macedonia.children).toMatchObject([{ path: 'GR/Central%20Macedonia/Thessaloniki', hasChildren: false }]);
  expect((await detail('device', 'mobile')).children.map(({ label }) => label).toSorted()).toEqual(['Android', 'iOS']);
  expect((await detail('location', '', 'thess')).children[0]).toMatchObject({
    label: 'Thessaloniki, Central Macedonia, Greece',
  });
  expect((await detail('location', '', 'portu')).children[0]).toMatchObject({ path: 'PT', listeners30d: 0 });
  expect((await detail('station')).children.map(({ label }) => label)).toContain('Radio Athens');
});

test('the inventory is what was heard on the same days of the week, times the room in the breaks', async () => {
  // Two listeners an hour each day: four breaks of two spots, and one spot when each connects.
  const perListener = 4 * 2 + 1;
  const all = await inventory([]);
  expect(all).toMatchObject({ total: 7 * 2 * perListener, available: 7 * 2 * perListener, booked: 0, contending: [] });
  expect(all.days).toHaveLength(7);
  expect((await inventory([at('location', 'GR/Attica')])).available).toBe(7 * perListener);
  expect((await inventory([{ ...at('location', 'GR/Attica'), isNegated: true }])).available).toBe(7 * perListener);
  expect((await inventory([at('location', 'GR'), at('device', 'mobile/iOS')])).available).toBe(7 * perListener);
  expect((await inventory([at('location', 'DE')])).available).toBe(0);
  expect((await inventory([at('position', 'pre')])).available).toBe(7 * 2);
  expect((await inventory([{ ...at('position', 'pre'), isNegated: true }])).available).toBe(7 * 2 * 8);
  expect((await inventory([at('station', station)], { offset: '+02:00' })).available).toBe(7 * 2 * perListener);
});

test('campaigns of the same or a higher priority take their share', async () => {
  const key = await portal.make.campaign(account);
  const values = { impression_limit: 70, start_date: '2026-11-23', end_date: '2026-11-29' };
  await portal.kernel.db.updateTable('campaigns').set(values).where('key', '=', key).execute();
  expect(await inventory([])).toMatchObject({
    ...{ total: 126, available: 126 - 70, booked: 70 },
    contending: [{ id: key, impressions: 70 }],
  });
  expect((await inventory([], { priority: 2 })).booked).toBe(0);
  expect((await inventory([], { to: '2026-11-23', priority: 3 })).booked).toBe(10);
});

test('details count the stations with audio ads and their listeners', async () => {
  const details = await owner.ok(campaigns.details, { params: params() });
  expect(details).toMatchObject({ stations: 1, listeners30d: 2, minImpressions: 1000 });
});
