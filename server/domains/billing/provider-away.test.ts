import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import { stations } from '#contract/api/stations.ts';
import { PaymentError, type Payments } from '#server/engines/payments/port.ts';
import { billingDeps, buy, buyers, type Buyer } from '#server/testing/buying.ts';
import type { TestClient } from '#server/testing/client.ts';
import { intercepted } from '#server/testing/intercepted.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { syncOrMark } from './billing-admin.ts';
import { createSubscription } from './create-subscription.ts';
import { cancelSubscription } from './end-subscription.ts';
import { finishIntents } from './finish-intent.ts';
import { canUpdateSubscription } from './plan-change.ts';
import { updateSubscription } from './update-subscription.ts';

/* While the payment provider is away nothing can be bought, and nothing else changes. */

let portal: TestPortal;
let admin: TestClient;
let make: ReturnType<typeof buyers>;
let buyer: Buyer;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
  make = buyers(portal, admin);
});
afterAll(() => portal.close());
beforeEach(async () => {
  buyer = await make.account({ card: 'pays' });
});

const unavailable = () => Promise.reject(new PaymentError('unavailable', ''));
const away = (when: (name: keyof Payments) => boolean = () => true) =>
  billingDeps(
    portal,
    intercepted(portal.payments, { before: (name) => (when(name) ? unavailable() : Promise.resolve()) }),
  );
const prime = { priceId: 'price_prime_month', quantity: 1, confirm: { amount_due: 2900, currency: 'usd' } };
const owner = () => ({ account: buyer.key, station: null });
const atProvider = async () => {
  const { customer } = await portal.kernel.db
    .selectFrom('billing_customers')
    .select('customer')
    .where('account_key', '=', buyer.key)
    .executeTakeFirstOrThrow();
  return (await portal.payments.read(customer)).subscriptions;
};

test('a paid plan keeps its limits and its stations', async () => {
  const { id: subId = '' } = (await buy(buyer, { priceId: 'price_prime_month' })).json.subscription ?? {};
  const station = await portal.make.station(buyer.key);
  const before = await buyer.owner.ok(billing.features, { params: { id: buyer.key } });
  const gone = away();
  const calls = [
    () => updateSubscription(gone, buyer.key, subId, { ...prime, priceId: 'price_premier_month' }),
    () => cancelSubscription(gone, { account: buyer.key }, subId, 'now'),
    () => syncOrMark(gone, 'cus_any'),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await buyer.owner.ok(billing.features, { params: { id: buyer.key } })).toEqual(before);
  expect((await buyer.owner.ok(stations.get, { params: { key: station } })).suspended).toBe(false);
  const created = await buyer.owner.call(stations.create, { params: { id: buyer.key }, body: { name: 'Meanwhile' } });
  expect(created.status).toBe(201);
  const query = { updatePriceId: 'price_premier_month' };
  expect(await canUpdateSubscription(gone, buyer.key, query)).toEqual({
    updateAllowed: true,
    reason: null,
    preview: null,
  });
  expect(await canUpdateSubscription(gone, buyer.key, { ...query, promoCode: 'ANY' })).toMatchObject({
    updateAllowed: false,
    reason: 'unknown',
  });
});

test('a purchase that the provider never heard of is repeated by the customer only, and charged once', async () => {
  await expect(
    createSubscription(
      away((name) => name === 'subscribe'),
      owner(),
      prime,
    ),
  ).rejects.toMatchObject({
    kind: 'unavailable',
  });
  // The customer read that nothing was charged: time alone must not change that.
  await finishIntents({ ...billingDeps(portal), clock: { now: () => new Date(Date.now() + 120_000) } });
  expect(await atProvider()).toEqual([]);
  expect((await createSubscription(billingDeps(portal), owner(), prime)).subscription).toMatchObject({ plan: 'prime' });
  expect(await atProvider()).toHaveLength(1);
});

test('a purchase whose reply was lost is found, and not bought again', async () => {
  const lost = intercepted(portal.payments, {
    after: (name) => (name === 'subscribe' ? unavailable() : Promise.resolve()),
  });
  await expect(createSubscription(billingDeps(portal, lost), owner(), prime)).rejects.toMatchObject({
    kind: 'unavailable',
  });
  const again = await createSubscription(billingDeps(portal), owner(), prime);
  expect(again.subscription).toMatchObject({ plan: 'prime', status: 'active' });
  expect(await atProvider()).toHaveLength(1);
});

test('a purchase that nobody repeats is given up after half an hour, and another one can begin', async () => {
  await expect(
    createSubscription(
      away((name) => name === 'subscribe'),
      owner(),
      prime,
    ),
  ).rejects.toThrow();
  const premier = { ...prime, priceId: 'price_premier_month', confirm: { amount_due: 7900, currency: 'usd' } };
  await expect(createSubscription(billingDeps(portal), owner(), premier)).rejects.toMatchObject({
    code: 'subscription.buying',
  });
  const later = { ...billingDeps(portal), clock: { now: () => new Date(Date.now() + 31 * 60_000) } };
  expect(await finishIntents(later)).toBe(0);
  expect((await createSubscription(billingDeps(portal), owner(), premier)).subscription).toMatchObject({
    plan: 'premier',
  });
});

test('if only the reading afterwards fails, the purchase is there all the same', async () => {
  const { subscription } = await createSubscription(
    away((name) => name === 'read'),
    owner(),
    prime,
  );
  expect(subscription).toMatchObject({ plan: 'prime', status: 'active' });
  expect((await buyer.owner.ok(billing.features, { params: { id: buyer.key } })).plan).toBe('prime');
});
