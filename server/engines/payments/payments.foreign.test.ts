import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/kernel/clock.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { stripePayments } from './stripe.ts';
import { connectStripe } from './stripe/connect.ts';
import { everyCall } from './testing/every-call.ts';
import { paymentsSuite } from './testing/payments-suite.ts';
import { sandboxRig, type SandboxRig } from './testing/sandbox-rig.ts';
import { hasStripeMock, recorded, stripeMock, type Exchange } from './testing/stripe-mock.ts';
import { stripeRig } from './testing/stripe-rig.ts';

const price = 'price_prime_month';
const options = { clock: systemClock, log: pino({ level: 'silent' }), tax: 'automatic' } as const;
const unused = { webhookSecrets: () => Promise.resolve([]), portalConfiguration: undefined };

describe.skipIf(!hasStripeMock())("Stripe's own mock server (install stripe-mock)", () => {
  let mock: Awaited<ReturnType<typeof stripeMock>>;
  let rig: SandboxRig;
  beforeAll(async () => {
    mock = await stripeMock(price);
    rig = await sandboxRig();
  });
  afterAll(async () => {
    mock.close();
    await rig.close();
  });

  it('accepts every request of every call, as described by Stripe', async () => {
    const payments = stripePayments({ ...options, ...unused, stripe: mock.stripe, mode: 'test' });
    const ids = { customer: 'cus_1', price, promotion: 'promo_1', subscription: 'sub_1', invoice: 'in_1' };
    // Its examples don't fit what was asked, so a call may fail after a request was accepted.
    for (const call of Object.values(everyCall(payments, ids))) await call().catch(() => undefined);
    await mock.stripe.invoices.voidInvoice('in_1');
    await mock.stripe.subscriptions.update('sub_1', { discounts: [{ discount: 'di_1' }] });
    await mock.stripe.subscriptions.update('sub_1', { default_payment_method: '' });
    await mock.stripe.testHelpers.testClocks.retrieve('clock_1');
    await mock.stripe.checkout.sessions.list({ customer: 'cus_1', limit: 20 });
    await mock.stripe.invoices.retrieve('in_1', { expand: ['payments.data.payment.payment_intent'] });
    expect(mock.exchanges.filter(({ status }) => status >= 400)).toEqual([]);
    expect(mock.exchanges.length).toBeGreaterThan(60);
  });

  it('answers with the same fields as the sandbox', async () => {
    const recorder = recorded(createSandbox(rig.deps).fetch);
    const stripe = connectStripe('sk_test_sandbox', recorder.fetch);
    const payments = stripePayments({ ...options, ...unused, clock: rig.deps.clock, stripe, mode: 'sandbox' });
    const of = { customer: '', price, promotion: '', subscription: '', invoice: '' };
    await everyCall(payments, of).catalog?.();
    const facts = { account: 'a', name: 'Radio', email: 'e@example.org', country: 'US', currency: 'usd' };
    const customer = await payments.ensureCustomer(facts, 'same-1');
    await rig.sandbox.setCard(customer, '4242424242424242');
    const ask = { customer, priceId: price, quantity: 1, promotion: null, metadata: {} };
    const { subscription } = await payments.subscribe(ask, 'same-2');
    const invoice = subscription.latestInvoice ?? '';
    const code = { ...promotion, expires: new Date(rig.now().getTime() + 864e5) };
    const { id } = await payments.createPromotion(code, 'same-3');
    const ids = { customer, price, promotion: id, subscription: subscription.id, invoice };
    for (const call of Object.values(everyCall(payments, ids))) await call().catch(() => undefined);
    const [ours, theirs] = [fieldsByKind(recorder.exchanges), fieldsByKind(mock.exchanges)];
    const differences = [...theirs].flatMap(([kind, fields]) => missingOf(kind, fields, ours.get(kind)));
    expect(differences).toEqual(known);
  });
});

const promotion = {
  code: 'SAME',
  percentOff: 10,
  amountOff: null,
  currency: null,
  duration: 'once',
  months: null,
  products: [],
  max: null,
  firstTime: false,
} as const;

/** Optional fields that nothing reads, and one that newer versions than the examples' don't have. */
const known = [
  'checkout.session.phone_number_collection is missing',
  'invoice.amount_paid_off_stripe is missing',
  'invoice.payments is missing',
  'plan.aggregate_usage is missing',
];

type Fields = Map<string, Set<string>>;

/** The types of the fields of each kind of object in replies. */
const fieldsByKind = (exchanges: readonly Exchange[]): Map<string, Fields> => {
  const kinds = new Map<string, Fields>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const object = value as Record<string, unknown>;
    if (typeof object.object === 'string') {
      const fields = kinds.get(object.object) ?? new Map<string, Set<string>>();
      kinds.set(object.object, fields);
      for (const [name, part] of Object.entries(object))
        fields.set(
          name,
          (fields.get(name) ?? new Set()).add(part === null ? 'null' : Array.isArray(part) ? 'array' : typeof part),
        );
    }
    Object.values(object).forEach(visit);
  };
  for (const { status, body } of exchanges) if (status < 400) visit(body);
  return kinds;
};

const missingOf = (kind: string, theirs: Fields, ours: Fields | undefined): string[] => {
  if (!ours) return [];
  return [...theirs].flatMap(([name, types]) => {
    const own = ours.get(name);
    if (!own) return `${kind}.${name} is missing`;
    const different = [...own].filter((type) => type !== 'null' && !types.has(type) && !types.has('null'));
    return different.length > 0 ? `${kind}.${name} is ${different.join()}, not ${[...types].join()}` : [];
  });
};

const secretKey = process.env.STRIPE_TEST_KEY;
describe.skipIf(secretKey === undefined)('with a test key (set STRIPE_TEST_KEY)', () => {
  paymentsSuite('Stripe itself', () => Promise.resolve(stripeRig(secretKey ?? '')));
});
