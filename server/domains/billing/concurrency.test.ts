import { afterAll, beforeAll, expect, test } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import { plans } from '#contract/rules/plans.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { stations } from '#contract/api/stations.ts';
import { billingDeps, buy, buyers, chargeIn, type Buyer } from '#server/testing/buying.ts';
import type { TestClient } from '#server/testing/client.ts';
import { picture } from '#server/testing/picture.ts';
import { intercepted } from '#server/testing/intercepted.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { updateSubscription } from './update-subscription.ts';

/* Many callers at once: what they buy is bought once, and what they create fits the plan that results. */

let portal: TestPortal;
let admin: TestClient;
let make: ReturnType<typeof buyers>;
let logo: Blob;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
  make = buyers(portal, admin);
  logo = await picture(1400, 1400);
});
afterAll(() => portal.close());

const atProvider = async ({ key }: Buyer) => {
  const { customer } = await portal.kernel.db
    .selectFrom('billing_customers')
    .select('customer')
    .where('account_key', '=', key)
    .executeTakeFirstOrThrow();
  return await portal.payments.read(customer);
};
const statuses = (replies: { status: number }[]) =>
  replies.reduce<Record<number, number>>((all, { status }) => ({ ...all, [status]: (all[status] ?? 0) + 1 }), {});
/** The limit of calls an hour is per user, so each of many callers is an administrator of the account. */
const people = async ({ key }: Buyer, n: number): Promise<TestClient[]> => {
  const clients: TestClient[] = [];
  for (let i = 0; i < n; i++) {
    const person = await portal.make.person();
    await portal.make.accountMember(key, person, 'admin');
    clients.push(await portal.as(person));
  }
  return clients;
};

test(
  '50 purchases of one plan at once: one subscription and one charge at the provider',
  { timeout: 300_000 },
  async () => {
    const buyer = await make.account({ card: 'pays' });
    const body = { priceId: 'price_prime_month' };
    const at = { params: { id: buyer.key } };
    const confirm = chargeIn(await buyer.owner.call(billing.createOfAccount, { ...at, body }));
    const clients = await people(buyer, 50);
    const replies = await Promise.all(
      clients.map((client) => client.call(billing.createOfAccount, { ...at, body: { ...body, confirm } })),
    );
    expect(statuses(replies)).toEqual({ 201: 1, 409: 49 });
    const codes = new Set(replies.filter(({ status }) => status === 409).map(({ json }) => json.error.code));
    expect([...codes].every((code) => ['subscription.buying', 'subscription.exists'].includes(code))).toBe(true);
    const { subscriptions, invoices } = await atProvider(buyer);
    expect(subscriptions).toHaveLength(1);
    expect(invoices.map(({ amountPaid }) => amountPaid)).toEqual([2900]);
    const rows = await buyer.owner.ok(billing.ofAccount, at);
    expect(rows.filter(({ status }) => status === 'active')).toHaveLength(1);
  },
);

test(
  '50 first purchases without a card at once: one payment page, which all of them get',
  { timeout: 300_000 },
  async () => {
    const buyer = await make.account();
    const at = { params: { id: buyer.key } };
    const clients = await people(buyer, 50);
    const buyOnPage = (client: TestClient) =>
      client.call(billing.createOfAccount, { ...at, body: { priceId: 'price_prime_month' } });
    const replies = await Promise.all(clients.map(buyOnPage));
    const urls = new Set(replies.flatMap(({ json }) => json.next?.url ?? []));
    expect(urls.size).toBe(1);
    expect(replies.filter(({ status }) => status !== 201).map(({ json }) => json.error.code)).not.toContain(
      'request.unexpected',
    );
    expect((await buyOnPage(buyer.owner)).json.next?.url).toBe([...urls][0]);
    expect(
      await portal.kernel.db.selectFrom('billing_intents').select('id').where('account_key', '=', buyer.key).execute(),
    ).toHaveLength(1);
  },
);

test(
  '50 stations and 10 podcasts created while a smaller plan is being bought never exceed it',
  { timeout: 300_000 },
  async () => {
    const buyer = await make.account({ card: 'pays' });
    const { id: subId = '' } = (await buy(buyer, { priceId: 'price_premier_month' })).json.subscription ?? {};
    const create = (n: number) =>
      buyer.owner.call(stations.create, { params: { id: buyer.key }, body: { name: `Crowd ${String(n)}` } });
    const publish = (n: number) =>
      buyer.owner.call(podcasts.create, {
        query: { accountKey: buyer.key },
        body: { title: `Show ${String(n)}` },
        file: logo,
      });
    let crowd: Promise<{ status: number }[]> | undefined;
    // All of them arrive after the change was written down, and before the provider has carried it out.
    const payments = intercepted(portal.payments, {
      before: async (name) => {
        if (name !== 'change') return;
        crowd = Promise.all(
          Array.from({ length: 50 }, (_, n) => (n < 10 ? [create(n), publish(n)] : [create(n)])).flat(),
        );
        await crowd;
      },
    });
    const deps = billingDeps(portal, payments);
    const body = { priceId: 'price_starter_month', quantity: 1, confirm: { amount_due: 0, currency: 'usd' } };
    await updateSubscription(deps, buyer.key, subId, body);
    expect(crowd).toBeDefined();
    const { usage, plan } = await buyer.owner.ok(billing.features, { params: { id: buyer.key } });
    expect(plan).toBe('starter');
    expect(usage.stations).toBe(plans.starter.features.allowedStationsCount);
    expect(usage.podcasts).toBe(plans.starter.features.allowedPodcastsCount);
  },
);

test(
  'stations that arrive together with the change: either they fit, or the change is refused',
  { timeout: 300_000 },
  async () => {
    const outcomes: string[] = [];
    for (let round = 0; round < 5; round++) {
      const buyer = await make.account({ card: 'pays' });
      const { id: subId = '' } = (await buy(buyer, { priceId: 'price_premier_month' })).json.subscription ?? {};
      const body = { priceId: 'price_starter_month', confirm: { amount_due: 0, currency: 'usd' } };
      const [changed] = await Promise.all([
        buyer.owner.call(billing.update, { params: { id: buyer.key, subId }, body }),
        ...Array.from({ length: 50 }, (_, n) =>
          buyer.owner.call(stations.create, { params: { id: buyer.key }, body: { name: `Race ${String(n)}` } }),
        ),
      ]);
      const { usage, plan, allowedStationsCount } = await buyer.owner.ok(billing.features, {
        params: { id: buyer.key },
      });
      expect(usage.stations).toBeLessThanOrEqual(allowedStationsCount);
      expect(plan).toBe(changed.status === 200 ? 'starter' : 'premier');
      outcomes.push(plan);
    }
    expect(outcomes).toHaveLength(5);
  },
);
