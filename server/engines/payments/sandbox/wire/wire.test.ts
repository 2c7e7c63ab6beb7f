import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import Stripe from 'stripe';
import { sandboxRig, type SandboxRig } from '../../testing/sandbox-rig.ts';
import { cardNumbers, catalog, key, metadata } from '../../testing/suite-rig.ts';
import { decodeForm } from './decode-form.ts';

let at: SandboxRig;
beforeAll(async () => {
  at = await sandboxRig();
  await at.payments.ensureCatalog(Object.values(catalog));
});
afterAll(async () => await at.close());

const customerWith = async (card?: string): Promise<string> => {
  const facts = { account: 'a', name: 'Radio', email: 'e@example.org', country: 'US', currency: 'usd' };
  const id = await at.payments.ensureCustomer(facts, key());
  if (card !== undefined) await at.sandbox.setCard(id, card);
  return id;
};
const failure = async (call: Promise<unknown>) => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error('The call did not fail.');
  return { type: error.type, status: error.statusCode, code: error.code };
};

describe('a form', () => {
  it('is decoded with its lists and objects', () => {
    expect(
      decodeForm('items[0][price]=p&items[0][quantity]=2&metadata[a%20b]=%26&expand[0]=x&expand[1]=y&name='),
    ).toEqual({
      items: [{ price: 'p', quantity: '2' }],
      metadata: { 'a b': '&' },
      expand: ['x', 'y'],
      name: '',
    });
  });

  it('never reaches into prototypes', () => {
    expect(() => decodeForm('metadata[__proto__][x]=1')).toThrow();
    expect(decodeForm('constructor[prototype][x]=1')).toHaveProperty('constructor');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('the protocol', () => {
  it('refuses what it does not know, in the shape that the SDK expects', async () => {
    const customer = await customerWith();
    const invalid = { type: 'StripeInvalidRequestError', status: 400 };
    expect(await failure(at.stripe.subscriptions.retrieve('sub_nobody'))).toMatchObject({
      status: 404,
      code: 'resource_missing',
    });
    expect(await failure(at.stripe.customers.create({ phone: '1' }))).toMatchObject({
      ...invalid,
      code: 'parameter_unknown',
    });
    expect(await failure(at.stripe.customers.createTaxId(customer, { type: 'gb_vat', value: '1' }))).toMatchObject(
      invalid,
    );
    expect(await failure(at.stripe.charges.list())).toMatchObject({ status: 404 });
    expect(
      await failure(at.stripe.customers.update(customer, { invoice_settings: { default_payment_method: 'pm_x' } })),
    ).toMatchObject({
      status: 404,
    });
    expect(await failure(at.stripe.coupons.create({ duration: 'once' }))).toMatchObject(invalid);
  });

  it('does not send what was not asked for in full', async () => {
    const { data } = await at.stripe.prices.list({ limit: 1 });
    expect(data[0]).not.toHaveProperty('currency_options');
    expect(typeof data[0]?.product).toBe('string');
    expect(JSON.stringify(data)).not.toContain('"sandbox"');
  });

  it('answers a repeated key with the first reply, and another request under it with an error', async () => {
    const once = { idempotencyKey: key() };
    const first = await at.stripe.customers.create({ name: 'One' }, once);
    const second = await at.stripe.customers.create({ name: 'One' }, once);
    expect(second.id).toBe(first.id);
    expect(new Headers(second.lastResponse.headers).get('idempotent-replayed')).toBe('true');
    expect(await failure(at.stripe.customers.create({ name: 'Two' }, once))).toEqual({
      type: 'StripeIdempotencyError',
      status: 400,
      code: undefined,
    });
  });

  it('keeps the reply of a declined payment too, but not of a refused request', async () => {
    const customer = await customerWith(cardNumbers.pays);
    const price = await priceId();
    const subscription = await at.stripe.subscriptions.create({ customer, items: [{ price }] });
    await at.sandbox.setCard(customer, cardNumbers.declined);
    await at.sandbox.moveClock(customer, 32);
    const [open] = (await at.payments.read(customer)).invoices;
    const once = { idempotencyKey: key() };
    expect(await failure(at.stripe.invoices.pay(open?.id ?? '', {}, once))).toMatchObject({ status: 402 });
    await at.sandbox.setCard(customer, cardNumbers.pays);
    expect(await failure(at.stripe.invoices.pay(open?.id ?? '', {}, once))).toMatchObject({ status: 402 });
    expect((await at.payments.read(customer)).invoices[0]?.attempts).toBe((open?.attempts ?? 0) + 1);
    const late = { idempotencyKey: key() };
    expect(await failure(at.stripe.subscriptions.update(subscription.id, { items: [{ price }] }, late))).toMatchObject({
      status: 400,
    });
    expect(await failure(at.stripe.subscriptions.update(subscription.id, { items: [{ price }] }, late))).toMatchObject({
      status: 400,
    });
  });

  it('lists page by page', async () => {
    const seen = [];
    for await (const price of at.stripe.prices.list({ limit: 2 })) seen.push(price.id);
    expect(seen.length).toBe(Object.keys(catalog).length);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

const priceId = async (): Promise<string> =>
  (await at.stripe.prices.list({ lookup_keys: [catalog.prime.id] })).data[0]?.id ?? '';

describe('requests at the same time', () => {
  it('with one key subscribe once', async () => {
    const customer = await customerWith(cardNumbers.pays);
    const once = key();
    const ask = { customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata };
    const bought = await Promise.all(Array.from({ length: 8 }, () => at.payments.subscribe(ask, once)));
    expect(new Set(bought.map(({ subscription }) => subscription.id)).size).toBe(1);
    expect((await at.payments.read(customer)).invoices).toHaveLength(1);
  });

  it('of many customers use a code as often as it allows', async () => {
    const code = {
      code: 'THREE',
      percentOff: 50,
      amountOff: null,
      currency: null,
      duration: 'once',
      months: null,
    } as const;
    const promotion = await at.payments.createPromotion(
      { ...code, products: [], max: 3, expires: null, firstTime: false },
      key(),
    );
    const customers = await Promise.all(Array.from({ length: 8 }, () => customerWith(cardNumbers.pays)));
    const outcomes = await Promise.allSettled(
      customers.map((customer) =>
        at.payments.subscribe(
          { customer, priceId: catalog.prime.id, quantity: 1, promotion: promotion.id, metadata },
          key(),
        ),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const [listed] = await at.payments.listPromotions();
    expect(listed).toMatchObject({ code: 'THREE', redeemed: 3, active: false });
  });

  it('from two portals keep the account of a customer in order', async () => {
    const customer = await customerWith(cardNumbers.pays);
    const ask = { customer, priceId: catalog.station.id, quantity: 1, promotion: null, metadata };
    const { subscription } = await at.payments.subscribe(ask, key());
    await at.sandbox.moveClock(customer, 5);
    const change = async (quantity: number) =>
      await at.payments.change({ subscription: subscription.id, priceId: catalog.station.id, quantity }, key());
    await Promise.allSettled([2, 5, 3, 4].map(change));
    const all = await at.payments.read(customer);
    const [paid, billed] = [all.invoices.map(({ amountPaid }) => amountPaid), all.invoices.map(({ total }) => total)];
    const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
    expect(sumOf(paid) - sumOf(billed)).toBe(all.credit);
    expect(new Set(all.invoices.map(({ number }) => number)).size).toBe(all.invoices.length);
  });
});

describe('a request that fails half way', () => {
  it('leaves nothing behind, and can be repeated', async () => {
    const customer = await customerWith(cardNumbers.pays);
    const { events } = at.deps;
    const { emit } = events;
    const ask = { customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata };
    const once = key();
    // The last write of the transaction.
    events.emit = () => Promise.reject(new Error('The connection was lost.'));
    await expect(at.payments.subscribe(ask, once)).rejects.toMatchObject({ kind: 'unavailable' });
    events.emit = emit;
    expect((await at.payments.read(customer)).subscriptions).toEqual([]);
    expect((await at.payments.subscribe(ask, once)).subscription.status).toBe('active');
  });
});
