import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { billingAdmin } from '#contract/api/billing-admin.ts';
import { billing, type NewSubscription } from '#contract/api/billing.ts';
import { stations } from '#contract/api/stations.ts';
import { buy, buyers, chargeIn, type Buyer } from '#server/testing/buying.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

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

const at = () => ({ params: { id: buyer.key } });
const create = (body: NewSubscription) => buyer.owner.call(billing.createOfAccount, { ...at(), body });
const list = () => buyer.owner.ok(billing.ofAccount, at());
const features = () => buyer.owner.ok(billing.features, at());
const atProvider = async () => {
  const { customer } = await portal.kernel.db
    .selectFrom('billing_customers')
    .select('customer')
    .where('account_key', '=', buyer.key)
    .executeTakeFirstOrThrow();
  return await portal.payments.read(customer);
};

describe('with a card on file', () => {
  test('a plan is charged once the customer has confirmed the amount', async () => {
    const first = await create({ priceId: 'price_prime_month' });
    expect(first.status).toBe(409);
    expect(first.json.error).toMatchObject({
      code: 'subscription.confirmCharge',
      message: 'Visa •••• 4242 will be charged $29.00 today. Please confirm.',
      details: { amount_due: 2900, currency: 'usd', card: 'Visa •••• 4242' },
    });
    expect((await atProvider()).subscriptions).toEqual([]);
    const bought = await buy(buyer, { priceId: 'price_prime_month' });
    expect(bought.status).toBe(201);
    expect(bought.json).toMatchObject({
      next: null,
      subscription: {
        status: 'active',
        provider: 'sandbox',
        plan: 'prime',
        product: 'plan',
        legacySubscription: false,
        currency: 'usd',
        items: [{ product: 'product_prime', price: { id: 'price_prime_month', active: true, unit_amount: 2900 } }],
      },
    });
    const { invoices, subscriptions } = await atProvider();
    expect(subscriptions).toHaveLength(1);
    expect(invoices).toMatchObject([{ status: 'paid', amountPaid: 2900 }]);
    expect(
      await portal.kernel.db.selectFrom('invoices').selectAll().where('account_key', '=', buyer.key).execute(),
    ).toMatchObject([{ status: 'paid', amount_paid: 2900 }]);
  });

  test('a confirmation of less than would be charged is asked for again', async () => {
    const charge = chargeIn(await create({ priceId: 'price_prime_month' }));
    const body = { priceId: 'price_premier_month', confirm: charge };
    const refused = await buyer.owner.call(billing.createOfAccount, { ...at(), body });
    expect(chargeIn(refused)).toEqual({ amount_due: 7900, currency: 'usd' });
    const euros = { priceId: 'price_prime_month', confirm: { ...charge, currency: 'eur' } };
    expect(chargeIn(await buyer.owner.call(billing.createOfAccount, { ...at(), body: euros })).currency).toBe('usd');
  });

  test('it ends the trial and clears the plan request in the same moment', async () => {
    await buyer.owner.ok(billing.request, { ...at(), body: { plan: 'premier', interval: 'month' } });
    await buy(buyer, { priceId: 'price_prime_year' });
    expect((await list()).map(({ status, plan }) => [status, plan])).toEqual([
      ['active', 'prime'],
      ['canceled', 'trial'],
    ]);
    expect(await features()).toMatchObject({ plan: 'prime', interval: 'year', requested: null });
  });

  test('stations are bought by number with the custom plan', async () => {
    const bought = await buy(buyer, { priceId: 'price_custom_month', quantity: 3 });
    expect(bought.json.subscription).toMatchObject({ plan: 'custom', quantity: 3 });
    expect((await features()).allowedStationsCount).toBe(3);
  });

  test('a second plan is refused', async () => {
    await buy(buyer, { priceId: 'price_prime_month' });
    const second = await create({ priceId: 'price_premier_month' });
    expect([second.status, second.json.error.code]).toEqual([409, 'subscription.exists']);
    expect((await atProvider()).subscriptions).toHaveLength(1);
  });

  test('a declined card leaves nothing behind', async () => {
    await make.setCard(buyer.key, 'insufficient');
    const declined = await buy(buyer, { priceId: 'price_prime_month' });
    expect([declined.status, declined.json.error.code]).toEqual([402, 'payment.declined']);
    expect(declined.json.error.message).toContain('insufficient funds');
    expect(await features()).toMatchObject({ plan: 'trial', status: 'trialing' });
    expect((await atProvider()).subscriptions.filter(({ status }) => status === 'active')).toEqual([]);
    await make.setCard(buyer.key, 'pays');
    expect((await buy(buyer, { priceId: 'price_prime_month' })).status).toBe(201);
    expect((await features()).plan).toBe('prime');
  });

  test('a payment that must be confirmed waits on the provider’s page, and is found there again', async () => {
    await make.setCard(buyer.key, 'confirmation');
    const waiting = await buy(buyer, { priceId: 'price_starter_month' });
    expect(waiting.json).toMatchObject({ subscription: { status: 'incomplete' }, next: { type: 'confirm' } });
    expect(waiting.json.next?.url).toContain('/sandbox/');
    expect(await features()).toMatchObject({ plan: 'trial', status: 'trialing' });
    const again = await create({ priceId: 'price_starter_month' });
    expect([again.status, again.json.next]).toEqual([201, waiting.json.next]);
    // Another plan ends the one that waits.
    await make.setCard(buyer.key, 'pays');
    await buy(buyer, { priceId: 'price_prime_month' });
    expect((await atProvider()).subscriptions.map(({ status }) => status).toSorted()).toEqual([
      'active',
      'incomplete_expired',
    ]);
  });

  test('one that was just confirmed, of which no event told us yet, is not cancelled by another purchase', async () => {
    await make.setCard(buyer.key, 'confirmation');
    const waiting = await buy(buyer, { priceId: 'price_starter_month' });
    const { latest_invoice: invoice } = waiting.json.subscription ?? {};
    await make.setCard(buyer.key, 'pays');
    await portal.payments.pay(invoice ?? '');
    const confirm = { amount_due: 2900, currency: 'usd' };
    const refused = await create({ priceId: 'price_prime_month', confirm });
    expect([refused.status, refused.json.error.code]).toEqual([409, 'subscription.exists']);
    const { subscriptions, invoices } = await atProvider();
    expect(subscriptions.map(({ status }) => status)).toEqual(['active']);
    expect(invoices.map(({ amountPaid }) => amountPaid)).toEqual([900]);
    expect((await features()).plan).toBe('starter');
  });

  test('a plan that waits for its confirmation bounds what is created meanwhile', async () => {
    await portal.make.station(buyer.key);
    await make.setCard(buyer.key, 'confirmation');
    await buy(buyer, { priceId: 'price_starter_month' });
    const created = await buyer.owner.call(stations.create, { ...at(), body: { name: 'One too many' } });
    expect(created.json.error.code).toBe('plan.stationLimit');
  });
});

describe('what is refused', () => {
  test.each([
    ['price_unknown', 400, 'request.invalid'],
    ['price_legacy_ctl_month', 400, 'request.invalid'],
  ])('%s as the price of a plan', async (priceId, status, code) => {
    const refused = await create({ priceId });
    expect([refused.status, refused.json.error.code]).toEqual([status, code]);
  });

  test('a plan that the account exceeds, with the reason', async () => {
    for (let i = 0; i < 2; i++) await portal.make.station(buyer.key);
    expect((await create({ priceId: 'price_starter_month' })).json.error.code).toBe('plan.stationsCountExceeded');
    expect((await create({ priceId: 'price_prime_month', quantity: 2 })).json.error.code).toBe('plan.invalidQuantity');
  });

  test.each([
    '//evil.test/accounts',
    '/accounts/',
    '/portal',
    '/accounts/../portal',
    'https://evil.test/',
    '/\\evil.test',
  ])('the return path %s', async (returnPath) => {
    const refused = await create({ priceId: 'price_prime_month', returnPath });
    expect([refused.status, Object.keys(refused.json.error.fields ?? {})]).toEqual([400, ['returnPath']]);
  });

  test('an unknown promo code', async () => {
    const refused = await create({ priceId: 'price_prime_month', promoCode: 'NOBODY' });
    expect([refused.status, refused.json.error.code]).toEqual([409, 'plan.invalidPromoCode']);
  });
});

describe('a promo code', () => {
  test('lowers the first charge, and only for its plans', async () => {
    await admin.ok(billingAdmin.createPromoCode, {
      body: { code: 'HALF-OFF', percent_off: 50, plans: ['prime'], duration: 'forever' },
    });
    expect((await create({ priceId: 'price_premier_month', promoCode: 'HALF-OFF' })).json.error.code).toBe(
      'plan.invalidPromoCode',
    );
    expect(chargeIn(await create({ priceId: 'price_prime_month', promoCode: 'half-off' })).amount_due).toBe(1450);
    const bought = await buy(buyer, { priceId: 'price_prime_month', promoCode: 'HALF-OFF' });
    expect(bought.json.subscription).toMatchObject({ plan: 'prime', promoCode: 'HALF-OFF' });
    expect((await atProvider()).invoices).toMatchObject([{ amountPaid: 1450, discount: 1450 }]);
  });
});
