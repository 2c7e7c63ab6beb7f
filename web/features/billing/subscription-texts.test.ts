import { beforeAll, expect, test } from 'vitest';
import type { BillingOverview } from '#contract/api/payments.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { setFormatSettings } from '#web/lib/format.ts';
import { detailsOf, priceText } from './subscription-texts.ts';

beforeAll(() => setFormatSettings({ locale: 'en-US', timezone: 'UTC' }));

const price = { id: 'price_custom_month', active: true, unit_amount: 1900, recurring: { interval: 'month' as const } };
const subscription: Subscription = {
  id: '0b8e7c1e-6c0e-4c0a-9c55-7f0a3d4f2b11',
  status: 'active',
  provider: 'sandbox',
  product: 'plan',
  plan: 'custom',
  legacySubscription: false,
  quantity: 3,
  promoCode: null,
  currency: 'usd',
  items: [{ product: 'product_custom', price }],
  current_period_end: '2026-12-22T10:00:00Z',
  trial_end: null,
  cancel_at_period_end: false,
  pending: null,
  discount: null,
  latest_invoice: null,
  created: '2026-09-22T10:00:00Z',
  canceled_at: null,
};
const overview: BillingOverview = {
  mode: 'sandbox',
  customer: 'cus_1',
  currency: 'usd',
  card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
  vat: null,
  credit: 0,
  upcoming: { amount: 5700, currency: 'usd', at: '2026-12-22T10:00:00Z' },
  open_invoice: null,
  held: null,
  grace_ends: null,
};

test('says what is charged next, and to which card', () => {
  expect(priceText(subscription)).toBe('$57 per month');
  expect(detailsOf(subscription, overview)).toBe('3 stations. Next charge: $57.00 on Dec 22, 2026 to Visa •••• 4242.');
});

test('does not promise a charge that belongs to another subscription, or that will not come', () => {
  const other = { ...overview, upcoming: { amount: 599, currency: 'usd', at: '2026-12-01T10:00:00Z' } };
  expect(detailsOf(subscription, other)).toContain('Renews on Dec 22, 2026.');
  expect(detailsOf({ ...subscription, cancel_at_period_end: true }, overview)).toContain('Ends on Dec 22, 2026.');
  expect(detailsOf({ ...subscription, status: 'past_due' }, overview)).toBe('3 stations.');
});

test('names the discount and until when it applies', () => {
  const discount = { code: 'SPRING', percent_off: 20, amount_off: null, ends: '2027-02-22T10:00:00Z' };
  expect(detailsOf({ ...subscription, discount }, overview)).toContain(
    'Promo code SPRING: 20% off until Feb 22, 2027.',
  );
  const amountOff = { ...discount, percent_off: null, amount_off: 1000, ends: null };
  expect(detailsOf({ ...subscription, discount: amountOff }, overview)).toContain('Promo code SPRING: $10.00 off.');
});

test('a trial is free and ends', () => {
  const trial = { ...subscription, provider: null, plan: 'trial', status: 'trialing', items: [], quantity: 1 } as const;
  expect(priceText({ ...trial, items: [] })).toBe('Free trial');
  expect(detailsOf({ ...trial, items: [] }, overview)).toBe('The trial ends on Dec 22, 2026.');
});
