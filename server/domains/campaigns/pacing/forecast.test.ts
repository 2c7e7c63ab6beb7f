import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ForecastDraft } from '#contract/api/campaign-forecast.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import { registry } from '#contract/api/index.ts';
import type { CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { backtestForecasts } from './accuracy.ts';
import { buildAllSupply } from './supply-build.ts';
import { buildsOf } from './supply.repo.ts';
import { storeForecasts } from './store-forecasts.ts';
import { marketWorld, type MarketWorld } from './testing/market-world.ts';

const { forecast, makegood, makeGood } = registry.campaigns;
/** The midnight before a Monday. */
const now = Date.UTC(2026, 10, 23);
let world: MarketWorld;
let station: StationKey;

beforeAll(async () => {
  world = await marketWorld(now);
  station = await world.station();
  // Ten listeners of an hour each day: with four breaks and one pre-roll each, 50 occasions.
  await world.listen(station, { hours: [6, 7, 8, 9, 10] });
  await world.listen(station, { hours: [18, 19, 20, 21, 22], city: 'Piraeus', os: 'Android' });
});
afterAll(() => world.close());

const week = { startDate: '2026-11-23', endDate: '2026-11-29', timezone: 'UTC' };
type Over = Partial<ForecastDraft> & { rules?: object[] };
const forecastOf = async ({ rules = [], ...over }: Over) =>
  await world.owner.ok(forecast, {
    params: { id: world.account },
    body: { ...week, impressionLimit: 1000, providerRuleChains: [{ rules }], ...over } as never,
  });
const piraeus = [{ targets: [{ type: 'location', path: 'GR/Attica/Piraeus' }], isNegated: false }];

test('a goal within reach is expected in full, evenly by day, and nothing limits it', async () => {
  const { expected, days, limitedBy, reachedBy, contending } = await forecastOf({ impressionLimit: 70 });
  expect([expected, limitedBy, reachedBy, contending]).toEqual([70, [], null, []]);
  expect(days.map((day) => day.expected)).toEqual([10, 10, 10, 10, 10, 10, 10]);
});

test('one beyond reach gets what there is, says what each limit costs, and when it would be reached', async () => {
  const everywhere = await forecastOf({ impressionLimit: 1000 });
  expect(everywhere).toMatchObject({ goal: 1000, expected: 350, limitedBy: [], reachedBy: '2026-12-12' });
  const mornings = [{ days: [1, 2, 3, 4, 5, 6, 7], from: 360, to: 540 }];
  const limited = await forecastOf({
    ...{ impressionLimit: 300, schedule: mornings, positions: ['mid'] },
    rateLimiting: { pacing: 'even', perListener: [], perSession: 2, perDay: null, minutesBetween: null },
  });
  // Three hours with four breaks each day, of which two are heard per session.
  expect(limited.expected).toBeGreaterThan(7 * 3 * 1.5);
  expect(limited.expected).toBeLessThan(7 * 3 * 2);
  expect(limited.limitedBy.map(({ by }) => by)).toEqual(['hours', 'caps']);
  expect((await forecastOf({ impressionLimit: 300, rules: piraeus })).limitedBy).toEqual([{ by: 'place', loss: 125 }]);
  const [phones] = [
    await forecastOf({ impressionLimit: 300, rules: [{ targets: [{ type: 'device', path: 'mobile/iOS' }] }] }),
  ];
  expect(phones).toMatchObject({ expected: 175, limitedBy: [{ by: 'audience', loss: 125 }] });
  const daily = { pacing: 'even' as const, perListener: [], perSession: null, perDay: 20, minutesBetween: null };
  expect(await forecastOf({ impressionLimit: 300, rateLimiting: daily })).toMatchObject({
    expected: 140,
    limitedBy: [{ by: 'daily', loss: 160 }],
  });
});

test('campaigns of higher priority limit it, and it takes from those of lower', async () => {
  const high = await booked({ priority: 2, impression_limit: 200 });
  const low = await booked({ priority: 4, impression_limit: 300 });
  const { expected, limitedBy, contending } = await forecastOf({ impressionLimit: 300 });
  // Breaks have room for two spots, which one campaign may not take both.
  expect(expected).toBe(300);
  const full = await forecastOf({ impressionLimit: 350, positions: ['pre'] });
  expect(full.limitedBy.map(({ by }) => by)).toContain('tiers');
  expect(limitedBy).toEqual([]);
  expect(contending.map(({ id }) => id)).toEqual([low]);
  const own = await forecastOf({ id: low, impressionLimit: 300, priority: 4 });
  expect(own.contending).toEqual([]);
  await remove(high, low);
});

test('a draft may only name stations and campaigns of the account', async () => {
  const other = await world.portal.make.account();
  const theirs = await world.portal.make.campaign(other);
  const call = async (body: object) =>
    await world.owner.call(forecast, {
      params: { id: world.account },
      body: { ...week, impressionLimit: 10, ...body } as never,
    });
  expect((await call({ id: theirs })).status).toBe(404);
  expect((await call({ endDate: '2026-11-22' })).json).toMatchObject({ error: { code: 'campaign.dates' } });
  expect(
    (await call({ providerRuleChains: [{ rules: [{ targets: [{ type: 'station', path: 's-x' }] }] }] })).status,
  ).toBe(422);
});

test('campaigns list what they are expected to end with', async () => {
  const key = await booked({ impression_limit: 70 });
  await buildAllSupply(world.deps);
  await storeForecasts(world.deps);
  const list = async () =>
    (await world.owner.ok(campaigns.list, { params: { id: world.account }, query: {} })).entities;
  await withAudio(key);
  expect((await list()).find(({ id }) => id === key)?.forecast).toMatchObject({ expected: 70, high: 70 });
  await world.portal.kernel.db.updateTable('campaigns').set({ enabled: false }).where('key', '=', key).execute();
  await storeForecasts(world.deps);
  expect((await list()).find(({ id }) => id === key)?.forecast).toBeNull();
  await remove(key);
});

test('what an ended campaign has not delivered is made up for once, without charge', async () => {
  const key = await booked({ impression_limit: 400, delivered: 50, start_date: '2026-11-01', end_date: '2026-11-20' });
  await withAudio(key);
  const params = { id: world.account, cid: key };
  const offer = async () => (await world.owner.ok(makegood, { params })).makegood;
  expect(await offer()).toEqual({ missing: 350, startDate: '2026-11-23', endDate: '2026-11-29', campaign: null });
  const made = await world.owner.ok(makeGood, { params, body: { endDate: '2026-11-30' } });
  expect(made).toMatchObject({ impressionLimit: 350, impressionPrice: 0, makegoodOf: key, startDate: '2026-11-23' });
  expect(await offer()).toMatchObject({ campaign: { id: made.id } });
  const again = await world.owner.call(makeGood, { params, body: { endDate: '2026-11-30' } });
  expect(again.json).toMatchObject({ error: { code: 'campaign.noMakegood' } });
  await remove(made.id, key);
});

test('forecasts say how far off they were', async () => {
  await world.listen(station, { hours: [12, 13], days: 100, city: 'Volos' });
  await backtestForecasts(world.deps);
  await backtestForecasts(world.deps);
  const { accuracy, low, expected, high } = await forecastOf({ impressionLimit: 10_000 });
  expect(accuracy.days).toBe(90);
  expect(accuracy.medianError).toBeGreaterThanOrEqual(0);
  expect(low).toBeLessThan(expected);
  expect(high).toBeGreaterThan(expected);
});

const booked = async (values: object): Promise<CampaignKey> => {
  const key = await world.portal.make.campaign(world.account);
  const dates = { start_date: '2026-11-23', end_date: '2026-11-29', timezone: 'UTC' };
  await world.portal.kernel.db
    .updateTable('campaigns')
    .set({ ...dates, ...values })
    .where('key', '=', key)
    .execute();
  return key;
};
const withAudio = async (campaign_key: CampaignKey): Promise<void> => {
  const { db } = world.portal.kernel;
  const id = crypto.randomUUID();
  const audio = { id, account_key: world.account, filename: 'a.mp3', state: 'ready' as const };
  await db.insertInto('ad_creatives').values(audio).execute();
  await db.deleteFrom('campaign_attempts').where('campaign_key', '=', campaign_key).execute();
  await db.insertInto('campaign_attempts').values({ campaign_key, ord: 1, rules: '[]', creative_id: id }).execute();
};
const remove = async (...keys: CampaignKey[]): Promise<void> => {
  await world.portal.kernel.db.deleteFrom('campaigns').where('key', 'in', keys).execute();
};

test('what a station can give is added up again within the hour as long as nobody was heard on it', async () => {
  const fresh = await world.station();
  await buildAllSupply(world.deps);
  await world.listen(fresh, { hours: [6, 7] });
  await buildAllSupply(world.deps);
  const [build] = await buildsOf(world.portal.kernel.db, [fresh]);
  expect(build?.lengths).not.toEqual([]);
});
