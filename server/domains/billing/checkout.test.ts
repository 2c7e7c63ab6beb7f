import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import { payments as paymentCalls } from '#contract/api/payments.ts';
import { stations } from '#contract/api/stations.ts';
import { billingDeps, buy, buyers, testCards, type Buyer } from '#server/testing/buying.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { finishIntents } from './finish-intent.ts';

let portal: TestPortal;
let admin: TestClient;
let browser: TestClient;
let make: ReturnType<typeof buyers>;
let buyer: Buyer;
let aheadMs = 0;

beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => new Date(Date.now() + aheadMs) } });
  admin = await portal.as(await portal.make.person({ admin: true }));
  browser = await portal.as(undefined);
  make = buyers(portal, admin);
});
afterAll(() => portal.close());
beforeEach(async () => {
  aheadMs = 0;
  buyer = await make.account();
});

const at = () => ({ params: { id: buyer.key } });
const create = (priceId: string, returnPath?: string) =>
  buyer.owner.call(billing.createOfAccount, { ...at(), body: { priceId, ...(returnPath && { returnPath }) } });
const openPage = async (priceId = 'price_prime_month', returnPath?: string): Promise<string> => {
  const { json } = await create(priceId, returnPath);
  expect(json.next?.type).toBe('checkout');
  return json.next?.url ?? '';
};
/** Enters a card on the provider's page, as a browser does. */
const pay = async (page: string, number: string = testCards.pays) => {
  const { pathname } = new URL(page);
  const body = new URLSearchParams({ number, expiry: '12 / 34', cvc: '123', name: 'Ada' });
  return await browser.send('POST', pathname, body, { 'content-type': 'application/x-www-form-urlencoded' });
};
const features = () => buyer.owner.ok(billing.features, at());
const intents = () =>
  portal.kernel.db
    .selectFrom('billing_intents')
    .select(['state', 'price_id'])
    .where('account_key', '=', buyer.key)
    .orderBy('created')
    .execute();
const finish = (minutes: number) =>
  finishIntents({ ...billingDeps(portal), clock: { now: () => new Date(Date.now() + minutes * 60_000) } });

describe('a payment page', () => {
  test('whose webhook was lost is found by the job of every minute', async () => {
    await pay(await openPage());
    const { numUpdatedRows } = await portal.kernel.db
      .updateTable('sandbox_objects')
      .set({ object: 'event' })
      .where('object', '=', 'event_pending')
      .executeTakeFirstOrThrow();
    expect(Number(numUpdatedRows)).toBeGreaterThan(0);
    expect(await finish(2)).toBe(0);
    expect((await features()).plan).toBe('prime');
  });

  test('is the same for the same wish, and closed when another plan is wanted', async () => {
    const page = await openPage();
    expect(await openPage()).toBe(page);
    const other = await openPage('price_premier_month');
    expect(other).not.toBe(page);
    expect((await pay(page)).status).toBe(410);
    await pay(other);
    await finish(2);
    expect((await features()).plan).toBe('premier');
    expect(await intents()).toEqual([
      { state: 'expired', price_id: 'price_prime_month' },
      { state: 'done', price_id: 'price_premier_month' },
    ]);
  });

  test('that was paid meanwhile answers with the subscription', async () => {
    await pay(await openPage());
    const again = await create('price_prime_month');
    expect([again.status, again.json]).toMatchObject([201, { subscription: { plan: 'prime' }, next: null }]);
    await make.account();
  });

  test('that was paid meanwhile is not bought a second time as another plan', async () => {
    await pay(await openPage());
    const other = await create('price_premier_month');
    expect([other.status, other.json.error.code]).toEqual([409, 'subscription.exists']);
    expect((await features()).plan).toBe('prime');
  });

  test('that nobody pays expires, and another purchase can begin', async () => {
    await openPage();
    expect(await finish(2)).toBeGreaterThan(0);
    aheadMs = 32 * 60_000;
    await finish(2);
    expect(await intents()).toEqual([{ state: 'expired', price_id: 'price_prime_month' }]);
    expect((await features()).plan).toBe('trial');
    await openPage('price_starter_month');
  });

  test('bounds what is created until it is paid or has expired', async () => {
    await portal.make.station(buyer.key);
    await openPage('price_starter_month');
    const station = (name: string) => buyer.owner.call(stations.create, { ...at(), body: { name } });
    expect((await station('Too many')).json.error.code).toBe('plan.stationLimit');
    // Another purchase replaces it.
    await openPage('price_prime_month');
    expect((await station('Fits again')).status).toBe(201);
  });
});

describe('the provider’s pages for the card', () => {
  const portalPage = (returnPath: string) =>
    buyer.owner.call(paymentCalls.portal, { ...at(), body: { returnPath, flow: 'card' } });

  test('open after the first purchase only', async () => {
    const returnPath = `/accounts/${buyer.key}/subscriptions/billing`;
    const early = await portalPage(returnPath);
    expect([early.status, early.json.error.code]).toEqual([409, 'payment.noCustomer']);
    await make.setCard(buyer.key, 'pays');
    expect((await portalPage(returnPath)).json.url).toMatch(/^http:\/\/portal\.test\/sandbox\//);
    expect((await portalPage('//evil.test')).status).toBe(400);
  });
});

describe('an unpaid invoice', () => {
  const open = () =>
    portal.kernel.db
      .selectFrom('invoices')
      .select('id')
      .where('account_key', '=', buyer.key)
      .where('status', '=', 'open')
      .executeTakeFirst();
  const payOne = (invoiceId: string) => buyer.owner.call(paymentCalls.pay, { params: { id: buyer.key, invoiceId } });

  test('is paid with another card, and the plan is active again', async () => {
    await make.setCard(buyer.key, 'pays');
    await buy(buyer, { priceId: 'price_prime_month' });
    await make.setCard(buyer.key, 'declinedLater');
    await make.moveClock(buyer.key, 32);
    expect((await features()).status).toBe('past_due');
    const { id = '' } = (await open()) ?? {};
    const declined = await payOne(id);
    expect([declined.status, declined.json.error.code]).toEqual([402, 'payment.declined']);
    await make.setCard(buyer.key, 'pays');
    const paid = await payOne(id);
    expect(paid.json).toMatchObject({ next: null, invoice: { id, status: 'paid', amount_paid: 2900 } });
    expect((await features()).status).toBe('active');
    expect((await payOne(id)).json.error.code).toBe('invoice.notOpen');
  });

  test('of another account is not found', async () => {
    const other = await make.account({ card: 'pays' });
    await buy(other, { priceId: 'price_prime_month' });
    const [invoice] = (await other.owner.ok(paymentCalls.invoices, { params: { id: other.key } })).entities;
    expect((await payOne(invoice?.id ?? '')).json.error.code).toBe('invoice.notFound');
  });
});

/** The last one: its jobs deliver the webhooks of all tests that follow, at any time. */
test('a payment page is paid, and the subscription arrives by the webhook', async () => {
  await portal.startJobs();
  const page = await openPage('price_prime_month', `/accounts/${buyer.key}/upgrade?plan=prime`);
  expect(page).toMatch(/^http:\/\/portal\.test\/sandbox\/checkout\/cs_/);
  const paid = await pay(page);
  expect([paid.status, paid.headers.get('location')]).toEqual([
    303,
    `http://portal.test/accounts/${buyer.key}/upgrade?plan=prime&checkout=done`,
  ]);
  await expect.poll(async () => (await features()).plan, { timeout: 30_000 }).toBe('prime');
  expect(await intents()).toEqual([{ state: 'done', price_id: 'price_prime_month' }]);
  const overview = await buyer.owner.ok(paymentCalls.overview, at());
  expect(overview).toMatchObject({ mode: 'sandbox', card: { last4: '4242' }, open_invoice: null });
  // From now on the card is on file.
  const change = await buyer.owner.ok(billing.canUpdate, {
    ...at(),
    query: { updatePriceId: 'price_premier_month' },
  });
  expect(change).toMatchObject({ updateAllowed: true, reason: null });
});
