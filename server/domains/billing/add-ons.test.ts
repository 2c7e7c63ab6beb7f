import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { stations } from '#contract/api/stations.ts';
import { buyers, chargeIn, type Buyer } from '#server/testing/buying.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { featuresOfStation } from './billing.service.ts';

let portal: TestPortal;
let admin: TestClient;
let make: ReturnType<typeof buyers>;
let buyer: Buyer;
let station: StationKey;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
  make = buyers(portal, admin);
});
afterAll(() => portal.close());
beforeEach(async () => {
  buyer = await make.account({ card: 'pays' });
  station = await portal.make.station(buyer.key);
});

const create = (priceId: string, more: object = {}, of = station) =>
  buyer.owner.call(billing.createOfStation, { params: { id: of }, body: { priceId, ...more } });
const buyAddOn = async (priceId: string) => await create(priceId, { confirm: chargeIn(await create(priceId)) });
const hasLine = async (of: StationKey) => (await featuresOfStation(portal.kernel.db, of)).ctlLine;
const isFeatured = async () => (await buyer.owner.ok(stations.featured, { params: { id: station } })).featured;
const cancelNow = (subId: string) =>
  buyer.owner.call(billing.cancelOfStation, { params: { id: station, subId }, query: { at: 'now' } });

describe('call-to-listen', () => {
  test('gives its station the line, and no other', async () => {
    const other = await portal.make.station(buyer.key);
    expect(chargeIn(await create('price_legacy_ctl_year')).amount_due).toBe(6500);
    const bought = await buyAddOn('price_legacy_ctl_month');
    expect(bought.json.subscription).toMatchObject({
      product: 'ctl',
      status: 'active',
      legacySubscription: false,
      items: [{ product: 'product_addon_ctl', price: { active: true, unit_amount: 599 } }],
    });
    expect([await hasLine(station), await hasLine(other)]).toEqual([true, false]);
    expect((await buyer.owner.ok(billing.features, { params: { id: buyer.key } })).plan).toBe('trial');
    expect((await cancelNow(bought.json.subscription?.id ?? '')).status).toBe(200);
    expect(await hasLine(station)).toBe(false);
  });

  test('is bought once, while another product can be bought beside it', async () => {
    await buyAddOn('price_legacy_ctl_month');
    const second = await create('price_legacy_ctl_year');
    expect([second.status, second.json.error.code]).toEqual([409, 'subscription.exists']);
    expect((await buyAddOn('price_legacy_sponsored_month')).status).toBe(201);
    expect(await buyer.owner.ok(billing.ofStation, { params: { id: station } })).toHaveLength(2);
  });

  test('ends with its period, and can be kept', async () => {
    const { id: subId = '' } = (await buyAddOn('price_legacy_ctl_month')).json.subscription ?? {};
    const params = { id: station, subId };
    const ending = await buyer.owner.ok(billing.cancelOfStation, { params });
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect((await buyer.owner.ok(billing.resumeOfStation, { params })).cancel_at_period_end).toBe(false);
  });
});

describe('a sponsored station', () => {
  test('is featured while it is paid', async () => {
    expect(await isFeatured()).toBe(false);
    const bought = await buyAddOn('price_legacy_sponsored_month');
    expect(await isFeatured()).toBe(true);
    const listed = await admin.ok(stations.list, { query: { only: 'featured' } });
    expect(listed.entities.map(({ key }) => key)).toContain(station);
    await cancelNow(bought.json.subscription?.id ?? '');
    expect(await isFeatured()).toBe(false);
  });

  test('stays featured afterwards if an administrator featured it', async () => {
    await admin.ok(stations.setFeatured, { params: { id: station, flag: true } });
    const bought = await buyAddOn('price_legacy_sponsored_month');
    await cancelNow(bought.json.subscription?.id ?? '');
    expect(await isFeatured()).toBe(true);
  });

  test('does not stay featured because an administrator saves its other fields', async () => {
    const bought = await buyAddOn('price_legacy_sponsored_month');
    const { name, featured } = await admin.ok(stations.get, { params: { key: station } });
    expect(featured).toBe(true);
    await admin.ok(stations.update, { params: { key: station }, body: { name, featured } });
    await cancelNow(bought.json.subscription?.id ?? '');
    expect(await isFeatured()).toBe(false);
  });
});

test('music is no longer sold, and can be cancelled', async () => {
  const refused = await create('price_legacy_music_month');
  expect([refused.status, refused.json.error.code]).toEqual([409, 'subscription.notOffered']);
  const { id } = await portal.kernel.db
    .insertInto('subscriptions')
    .values({
      account_key: buyer.key,
      station_key: station,
      product: 'music',
      plan: 'legacy',
      price_id: 'price_legacy_music_month',
      status: 'active',
      legacy: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await cancelNow(id)).json).toMatchObject({ status: 'canceled', product: 'music' });
});

test('a plan is not for a station, and an add-on only one at a time', async () => {
  expect((await create('price_prime_month')).json.error.code).toBe('request.invalid');
  expect((await create('price_legacy_ctl_month', { quantity: 2 })).json.error.code).toBe('plan.invalidQuantity');
});

test('a station with an add-on is neither deleted nor moved', async () => {
  await buyAddOn('price_legacy_ctl_month');
  const removed = await buyer.owner.call(stations.remove, { params: { key: station } });
  expect(removed.text).toContain('station.hasSubscription');
  const to = await portal.make.account();
  const moved = await admin.call(stations.transfer, { params: { key: station, accountId: to } });
  expect(moved.text).toContain('station.transferSubscribed');
});
