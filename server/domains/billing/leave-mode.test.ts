import { afterAll, beforeAll, expect, test } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import type { Payments } from '#server/engines/payments/port.ts';
import { billingDeps, buy, buyers } from '#server/testing/buying.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { createSubscription } from './create-subscription.ts';
import { leaveOtherModes } from './leave-mode.ts';

let portal: TestPortal;
let admin: TestClient;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());

const inMode = (mode: Payments['mode']) => billingDeps(portal, { ...portal.payments, mode });
const plan = async (buyer: { key: Parameters<typeof portal.make.station>[0]; owner: TestClient }) =>
  (await buyer.owner.ok(billing.features, { params: { id: buyer.key } })).plan;

test('what was bought in the sandbox ends when payments become real; real purchases never do', async () => {
  const make = buyers(portal, admin);
  const tried = await make.account({ card: 'pays' });
  await buy(tried, { priceId: 'price_prime_month' });
  const paying = await make.account({ card: 'pays' });
  await buy(paying, { priceId: 'price_premier_month' });
  const { db } = portal.kernel;
  await db.updateTable('billing_customers').set({ mode: 'live' }).where('account_key', '=', paying.key).execute();
  await db
    .updateTable('subscriptions')
    .set({ provider: 'stripe' })
    .where('account_key', '=', paying.key)
    .where('provider', 'is not', null)
    .execute();

  expect(await leaveOtherModes(inMode('sandbox'))).toBe(0);
  expect(await plan(tried)).toBe('prime');
  expect(await leaveOtherModes(inMode('live'))).toBe(1);
  expect(await plan(tried)).toBe('none');
  expect(await plan(paying)).toBe('premier');
  const left = await db.selectFrom('invoices').select('id').where('account_key', '=', tried.key).execute();
  expect(left).toEqual([]);
  expect(await leaveOtherModes(inMode('live'))).toBe(0);
});

test('a portal that lost its key does not sell sandbox plans to those who pay real money', async () => {
  const buyer = await buyers(portal, admin).account({ plan: 'none' });
  await portal.kernel.db
    .insertInto('billing_customers')
    .values({ account_key: buyer.key, customer: 'cus_real', mode: 'live', currency: 'usd' })
    .execute();
  await expect(
    createSubscription(
      inMode('sandbox'),
      { account: buyer.key, station: null },
      { priceId: 'price_prime_month', quantity: 1 },
    ),
  ).rejects.toMatchObject({ kind: 'unavailable' });
});
