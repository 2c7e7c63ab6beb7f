import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { billingAdmin } from '#contract/api/billing-admin.ts';
import { billing } from '#contract/api/billing.ts';
import { payments } from '#contract/api/payments.ts';
import type { SubscriptionStatus } from '#contract/api/subscription.ts';
import { buy, buyers, change, type Buyer } from '#server/testing/buying.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let admin: TestClient;
let make: ReturnType<typeof buyers>;
let buyer: Buyer;
let subId: string;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
  make = buyers(portal, admin);
});
afterAll(() => portal.close());
beforeEach(async () => {
  buyer = await make.account({ card: 'pays' });
  subId = (await buy(buyer, { priceId: 'price_prime_month' })).json.subscription?.id ?? '';
});

const at = () => ({ params: { id: buyer.key } });
const features = () => buyer.owner.ok(billing.features, at());
const one = () => buyer.owner.ok(billing.oneOfAccount, { params: { id: buyer.key, subId } });
const invoices = () =>
  portal.kernel.db
    .selectFrom('invoices')
    .selectAll()
    .where('account_key', '=', buyer.key)
    .orderBy('created')
    .orderBy('number')
    .execute();
const codeOf = (reply: { status: number; json: { error: { code: string } } }) => [reply.status, reply.json.error.code];

describe('a change of a paid plan', () => {
  test('charges exactly what was previewed, at once', async () => {
    const { preview } = await buyer.owner.ok(billing.canUpdate, {
      ...at(),
      query: { updatePriceId: 'price_premier_month' },
    });
    expect(preview).toMatchObject({ currency: 'usd', next_amount: 7900 });
    const changed = await change(buyer, subId, { priceId: 'price_premier_month' });
    expect(changed.json.subscription).toMatchObject({ id: subId, plan: 'premier', status: 'active', pending: null });
    expect((await invoices()).at(-1)).toMatchObject({ status: 'paid', amount_paid: preview?.amount_due });
    expect((await features()).plan).toBe('premier');
  });

  test('to a smaller one leaves credit, and its limits apply at once', async () => {
    await change(buyer, subId, { priceId: 'price_starter_month' });
    expect(await features()).toMatchObject({ plan: 'starter', allowedStationsCount: 1 });
    const { credit } = await portal.kernel.db
      .selectFrom('billing_customers')
      .select('credit')
      .where('account_key', '=', buyer.key)
      .executeTakeFirstOrThrow();
    expect(credit).toBeGreaterThan(1900);
  });

  test('to the same price changes nothing', async () => {
    const body = { priceId: 'price_prime_month' };
    const reply = await buyer.owner.ok(billing.update, { params: { id: buyer.key, subId }, body });
    expect(reply).toMatchObject({ next: null, subscription: { plan: 'prime' } });
    expect(await invoices()).toHaveLength(1);
  });

  test('is refused if the account exceeds the plan, and nothing changes', async () => {
    for (let i = 0; i < 2; i++) await portal.make.station(buyer.key);
    const body = { priceId: 'price_starter_month' };
    const refused = await buyer.owner.call(billing.update, { params: { id: buyer.key, subId }, body });
    expect(codeOf(refused)).toEqual([409, 'plan.stationsCountExceeded']);
    expect((await one()).plan).toBe('prime');
  });

  test('whose payment is declined keeps the present plan', async () => {
    await make.setCard(buyer.key, 'declinedLater');
    const declined = await change(buyer, subId, { priceId: 'price_premier_month' });
    expect([200, 402]).toContain(declined.status);
    expect((await features()).plan).toBe('prime');
    expect((await one()).plan).toBe('prime');
  });

  test('that must be confirmed is pending, bounds what is created, and is not changed again', async () => {
    await make.setCard(buyer.key, 'confirmation');
    const waiting = await change(buyer, subId, { priceId: 'price_starter_year' });
    expect(waiting.json.next?.type).toBe('confirm');
    expect(await one()).toMatchObject({ plan: 'prime', pending: { priceId: 'price_starter_year', quantity: 1 } });
    const again = await buyer.owner.call(billing.update, {
      params: { id: buyer.key, subId },
      body: { priceId: 'price_premier_month' },
    });
    expect(codeOf(again)).toEqual([409, 'subscription.pending']);
  });

  test('is refused while the last payment failed, as the rest of an unpaid period is not theirs', async () => {
    await make.setCard(buyer.key, 'declinedLater');
    await make.moveClock(buyer.key, 31);
    expect((await one()).status).toBe('past_due');
    await make.setCard(buyer.key, 'pays');
    const query = { updatePriceId: 'price_starter_month' };
    const refusal = { updateAllowed: false, reason: 'pastDue', preview: null };
    expect(await buyer.owner.ok(billing.canUpdate, { ...at(), query })).toEqual(refusal);
    const body = { priceId: 'price_starter_month', confirm: { amount_due: 0, currency: 'usd' } };
    const refused = await buyer.owner.call(billing.update, { params: { id: buyer.key, subId }, body });
    expect(codeOf(refused)).toEqual([409, 'subscription.pastDue']);
    expect(await one()).toMatchObject({ plan: 'prime', status: 'past_due' });
    const due = (await invoices()).at(-1)?.id ?? '';
    await buyer.owner.ok(payments.pay, { params: { id: buyer.key, invoiceId: due } });
    expect((await change(buyer, subId, { priceId: 'price_starter_month' })).status).toBe(200);
  });

  test('is refused while it ends with its period: it would end all the same', async () => {
    await buyer.owner.ok(billing.cancelOfAccount, { params: { id: buyer.key, subId } });
    const query = { updatePriceId: 'price_premier_month' };
    const refusal = { updateAllowed: false, reason: 'ending', preview: null };
    expect(await buyer.owner.ok(billing.canUpdate, { ...at(), query })).toEqual(refusal);
    const body = { priceId: 'price_premier_month', confirm: { amount_due: 99_999, currency: 'usd' } };
    const refused = await buyer.owner.call(billing.update, { params: { id: buyer.key, subId }, body });
    expect(codeOf(refused)).toEqual([409, 'subscription.ending']);
    expect(await invoices()).toHaveLength(1);
  });

  test('is only for paid plans', async () => {
    const trial = await make.account();
    const [row] = await trial.owner.ok(billing.ofAccount, { params: { id: trial.key } });
    const refused = await trial.owner.call(billing.update, {
      params: { id: trial.key, subId: row?.id ?? '' },
      body: { priceId: 'price_prime_month' },
    });
    expect(codeOf(refused)).toEqual([409, 'subscription.notPaid']);
  });
});

describe('cancelling', () => {
  const cancel = (query: { at?: 'now' | 'period_end'; reason?: string } = {}) =>
    buyer.owner.call(billing.cancelOfAccount, { params: { id: buyer.key, subId }, query });
  const statusAtProvider = async (): Promise<SubscriptionStatus | undefined> => {
    const { customer } = await portal.kernel.db
      .selectFrom('billing_customers')
      .select('customer')
      .where('account_key', '=', buyer.key)
      .executeTakeFirstOrThrow();
    return (await portal.payments.read(customer)).subscriptions[0]?.status;
  };

  test('ends a paid plan with its period, until it is resumed', async () => {
    expect((await cancel({ reason: 'Too quiet' })).json).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      canceled_at: expect.anything() as unknown,
    });
    expect((await features()).plan).toBe('prime');
    const params = { params: { id: buyer.key, subId } };
    expect(await buyer.owner.ok(billing.resume, params)).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
    });
    expect(codeOf(await buyer.owner.call(billing.resume, params))).toEqual([409, 'subscription.notEnding']);
    await cancel();
    await make.moveClock(buyer.key, 32);
    expect(await one()).toMatchObject({ status: 'canceled' });
    expect(await features()).toMatchObject({ plan: 'none', status: null });
    expect(codeOf(await buyer.owner.call(billing.resume, params))).toEqual([409, 'subscription.notEnding']);
  });

  test('ends it now if requested, once', async () => {
    expect((await cancel({ at: 'now' })).json).toMatchObject({ status: 'canceled' });
    expect(await statusAtProvider()).toBe('canceled');
    expect(codeOf(await cancel({ at: 'now' }))).toEqual([409, 'subscription.ended']);
    expect((await features()).plan).toBe('none');
  });
});

describe('a plan that an administrator assigns', () => {
  const assign = (body: { plan: 'premier' | 'none'; endPaid?: boolean }) =>
    admin.call(billing.assign, { params: { key: buyer.key }, body });

  test('replaces a paid one only if that is confirmed, and ends it at the provider', async () => {
    expect(codeOf(await assign({ plan: 'premier' }))).toEqual([409, 'subscription.paid']);
    expect((await features()).plan).toBe('prime');
    expect((await assign({ plan: 'premier', endPaid: true })).json).toMatchObject({
      plan: 'premier',
      status: 'active',
    });
    expect(await one()).toMatchObject({ status: 'canceled', provider: 'sandbox' });
    await make.moveClock(buyer.key, 40);
    expect(await invoices()).toHaveLength(1);
  });

  test('is replaced by a paid one', async () => {
    await assign({ plan: 'none', endPaid: true });
    expect((await features()).plan).toBe('none');
    await admin.ok(billing.assign, { params: { key: buyer.key }, body: { plan: 'premier' } });
    expect((await buy(buyer, { priceId: 'price_starter_month' })).status).toBe(201);
    const all = await buyer.owner.ok(billing.ofAccount, at());
    expect(all.filter(({ status }) => status === 'active').map(({ plan }) => plan)).toEqual(['starter']);
  });
});

describe('a promo code on a running subscription', () => {
  const apply = (code: string) => buyer.owner.call(billing.promoCode, { params: { id: buyer.key, subId, code } });

  test('lowers its next invoice', async () => {
    await admin.ok(billingAdmin.createPromoCode, { body: { code: 'LATER25', percent_off: 25 } });
    expect((await apply('LATER25')).json).toMatchObject({ promoCode: 'LATER25', discount: { percent_off: 25 } });
    expect((await apply('LATER25')).status).toBe(200);
    await make.moveClock(buyer.key, 32);
    expect((await invoices()).map(({ amount_paid }) => amount_paid)).toEqual([2900, 2175]);
  });

  test('must be known', async () => {
    expect(codeOf(await apply('NOBODY'))).toEqual([409, 'plan.invalidPromoCode']);
  });
});

test('renewals, failures and the end of retries arrive as they happen', async () => {
  await make.moveClock(buyer.key, 32);
  expect(await invoices()).toMatchObject([{ status: 'paid' }, { status: 'paid', amount_paid: 2900 }]);
  await make.setCard(buyer.key, 'declinedLater');
  await make.moveClock(buyer.key, 31);
  expect(await one()).toMatchObject({ status: 'past_due' });
  expect(await features()).toMatchObject({ plan: 'prime', status: 'past_due' });
  await make.moveClock(buyer.key, 40);
  expect(await one()).toMatchObject({ status: 'canceled' });
  expect((await features()).plan).toBe('none');
});
