import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { billingAdmin } from '#contract/api/billing-admin.ts';
import { billing } from '#contract/api/billing.ts';
import { dayMs } from '#contract/rules/time.ts';
import { buy, buyers, type Buyer } from '#server/testing/buying.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { insertEvent } from './events.repo.ts';

let portal: TestPortal;
let admin: TestClient;
let make: ReturnType<typeof buyers>;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
  make = buyers(portal, admin);
});
afterAll(() => portal.close());

const customerOf = async ({ key }: Buyer): Promise<string> =>
  (
    await portal.kernel.db
      .selectFrom('billing_customers')
      .select('customer')
      .where('account_key', '=', key)
      .executeTakeFirstOrThrow()
  ).customer;
const codeOf = (reply: { status: number; json: { error: { code: string } } }) => [reply.status, reply.json.error.code];

describe('an event', () => {
  let nth = 0;
  const store = async (customer: string | null, created = new Date()) => {
    const id = `evt_stored${String(++nth)}`;
    await insertEvent(portal.kernel.db, { id, type: 'invoice.paid', created, customer, livemode: false });
    return id;
  };

  test('is listed with its account, newest first and by state', async () => {
    const buyer = await make.account({ card: 'pays' });
    await portal.kernel.db.deleteFrom('billing_events').execute();
    const waiting = await store(await customerOf(buyer));
    const ignored = await store(null);
    const all = await admin.ok(billingAdmin.events, {});
    expect(all).toMatchObject({ total: 2, mode: 'sandbox' });
    expect(all.entities.map(({ id, state }) => [id, state])).toEqual([
      [ignored, 'ignored'],
      [waiting, 'new'],
    ]);
    expect(all.entities[1]?.account?.key).toBe(buyer.key);
    const onlyNew = await admin.ok(billingAdmin.events, { query: { state: 'new' } });
    expect([onlyNew.total, onlyNew.entities.map(({ id }) => id)]).toEqual([1, [waiting]]);
    const second = await admin.ok(billingAdmin.events, { query: { limit: 1, offset: 1 } });
    expect([second.total, second.entities.map(({ id }) => id)]).toEqual([2, [waiting]]);
  });

  test('is handled again at once', async () => {
    const buyer = await make.account({ card: 'pays' });
    await buy(buyer, { priceId: 'price_prime_month' });
    const customer = await customerOf(buyer);
    await portal.sandbox?.moveClock(customer, 40);
    const id = await store(customer);
    await portal.kernel.db
      .updateTable('billing_events')
      .set({ state: 'failed', error: 'away' })
      .where('id', '=', id)
      .execute();
    expect(await admin.ok(billingAdmin.replay, { params: { id } })).toMatchObject({ state: 'done', error: null });
    const invoices = await portal.kernel.db
      .selectFrom('invoices')
      .select('id')
      .where('account_key', '=', buyer.key)
      .execute();
    expect(invoices).toHaveLength(2);
    expect(codeOf(await admin.call(billingAdmin.replay, { params: { id: 'evt_nobody' } }))).toEqual([
      404,
      'billingEvent.notFound',
    ]);
  });
});

describe('an account', () => {
  test('is read again, which says what was different', async () => {
    const buyer = await make.account({ card: 'pays' });
    await buy(buyer, { priceId: 'price_prime_month' });
    await portal.kernel.db
      .updateTable('subscriptions')
      .set({ status: 'past_due', quantity: 9 })
      .where('account_key', '=', buyer.key)
      .where('provider', 'is not', null)
      .execute();
    const sync = () => admin.ok(billingAdmin.sync, { params: { key: buyer.key } });
    const { changed } = await sync();
    expect(changed).toEqual([
      expect.stringMatching(/^sub_\S+: status past_due → active$/),
      expect.stringMatching(/^sub_\S+: quantity 9 → 1$/),
    ]);
    expect(await sync()).toEqual({ changed: [] });
  });

  test('that never bought anything is not at the provider', async () => {
    const { key } = await make.account();
    expect(codeOf(await admin.call(billingAdmin.sync, { params: { key } }))).toEqual([409, 'payment.noCustomer']);
  });

  test('has the differences of the last 30 days listed', async () => {
    const { key } = await make.account();
    const rows = [3, 31].map((days) => ({
      account_key: key,
      what: `found ${String(days)} days ago`,
      found: new Date(Date.now() - days * dayMs),
    }));
    await portal.kernel.db.insertInto('billing_drift').values(rows).execute();
    const { entities, total } = await admin.ok(billingAdmin.drift, {});
    expect([total, entities.map(({ what, account }) => [what, account.key])]).toEqual([1, [['found 3 days ago', key]]]);
  });
});

describe('promo codes', () => {
  let buyer: Buyer;
  beforeEach(async () => {
    buyer = await make.account({ card: 'pays' });
  });
  const discounts = async () =>
    (await buyer.owner.ok(billing.discounts, { params: { id: buyer.key } })).filter(({ code }) => code !== null);

  test('are created, shown beside the plans while they are public, and switched off', async () => {
    const expires = new Date(Date.now() + 10 * dayMs).toISOString();
    const created = await admin.ok(billingAdmin.createPromoCode, {
      body: { code: 'SPRING', percent_off: 20, plans: ['prime', 'premier'], public: true, expires, max: 5 },
    });
    expect(created).toMatchObject({ code: 'SPRING', active: true, public: true, redeemed: 0, max: 5 });
    expect((await discounts()).map(({ plan, interval, percent, code }) => [plan, interval, percent, code])).toEqual([
      ['prime', 'month', 20, 'SPRING'],
      ['prime', 'year', 20, 'SPRING'],
      ['premier', 'month', 20, 'SPRING'],
      ['premier', 'year', 20, 'SPRING'],
    ]);
    const again = await admin.call(billingAdmin.createPromoCode, { body: { code: 'spring', percent_off: 10 } });
    expect(codeOf(again)).toEqual([409, 'promoCode.exists']);
    const params = { id: created.id };
    expect(await admin.ok(billingAdmin.changePromoCode, { params, body: { public: false } })).toMatchObject({
      active: true,
    });
    expect(await discounts()).toEqual([]);
    const off = await admin.ok(billingAdmin.changePromoCode, { params, body: { active: false, public: true } });
    expect(off).toMatchObject({ active: false, public: true });
    expect(await discounts()).toEqual([]);
    const use = await buyer.owner.call(billing.createOfAccount, {
      params: { id: buyer.key },
      body: { priceId: 'price_prime_month', promoCode: 'SPRING' },
    });
    expect(codeOf(use)).toEqual([409, 'plan.invalidPromoCode']);
    // The name is free again.
    const renewed = await admin.ok(billingAdmin.createPromoCode, { body: { code: 'SPRING', percent_off: 30 } });
    expect(renewed.id).not.toBe(created.id);
    const { entities, total } = await admin.ok(billingAdmin.promoCodes, {});
    expect([total, entities.map(({ percent_off, active }) => [percent_off, active])]).toEqual([
      2,
      expect.arrayContaining([
        [30, true],
        [20, false],
      ]),
    ]);
  });

  test('for new customers are for those who never paid', async () => {
    await admin.ok(billingAdmin.createPromoCode, {
      body: { code: 'WELCOME', percent_off: 50, first_time: true, duration: 'forever', public: true },
    });
    expect((await discounts()).length).toBeGreaterThan(0);
    const bought = await buy(buyer, { priceId: 'price_prime_month', promoCode: 'WELCOME' });
    expect(bought.json.subscription?.promoCode).toBe('WELCOME');
    expect(await discounts()).toEqual([]);
    const query = { updatePriceId: 'price_premier_month', promoCode: 'WELCOME' };
    expect(await buyer.owner.ok(billing.canUpdate, { params: { id: buyer.key }, query })).toMatchObject({
      updateAllowed: false,
      reason: 'invalidPromoCode',
    });
  });

  test('take off an amount, and need its currency', async () => {
    const body = { code: 'FIVER', amount_off: 500, currency: 'USD' };
    expect(await admin.ok(billingAdmin.createPromoCode, { body })).toMatchObject({ amount_off: 500, currency: 'usd' });
    const bought = await buy(buyer, { priceId: 'price_starter_month', promoCode: 'FIVER' });
    expect(bought.status).toBe(201);
    const invoice = await portal.kernel.db
      .selectFrom('invoices')
      .selectAll()
      .where('account_key', '=', buyer.key)
      .executeTakeFirstOrThrow();
    expect(invoice).toMatchObject({ amount_paid: 400, discount: 500 });
    const both = await admin.call(billingAdmin.createPromoCode, { body: { ...body, percent_off: 5 } });
    expect(both.status).toBe(400);
  });

  test('that are unknown cannot be changed', async () => {
    const reply = await admin.call(billingAdmin.changePromoCode, {
      params: { id: 'promo_nobody' },
      body: { active: true },
    });
    expect(codeOf(reply)).toEqual([404, 'promoCode.notFound']);
  });
});

describe('the sandbox', () => {
  test('refuses a number that is no test card', async () => {
    const { key } = await make.account();
    const reply = await admin.call(billingAdmin.sandboxCard, { body: { account: key, number: '1234 5678' } });
    expect([reply.status, Object.keys(reply.json.error.fields ?? {})]).toEqual([400, ['number']]);
  });

  test('moves the time of one account only', async () => {
    const [one, other] = [await make.account({ card: 'pays' }), await make.account({ card: 'pays' })];
    for (const buyer of [one, other]) await buy(buyer, { priceId: 'price_prime_month' });
    const { now } = await make.moveClock(one.key, 40);
    expect(Date.parse(now) - Date.now()).toBeGreaterThan(39 * dayMs);
    const counts = [one, other].map(
      async ({ key }) =>
        (await portal.kernel.db.selectFrom('invoices').select('id').where('account_key', '=', key).execute()).length,
    );
    expect(await Promise.all(counts)).toEqual([2, 1]);
  });
});
