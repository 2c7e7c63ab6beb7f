import type { Price } from '../sandbox/objects.ts';
import { blankCustomer } from '../sandbox/blank/customer.ts';
import { putCard, cardOf } from '../sandbox/put-card.ts';
import { catalogRoutes } from '../sandbox/resources/catalog.ts';
import { createWorld, put, type World } from '../sandbox/world.ts';

/** A sandbox in memory: one customer with a card that pays, at a time of its own. */
export const testWorld = (given: { now: number; seller?: string; country?: string }): World => {
  const customer = blankCustomer({
    name: 'Radio',
    email: 'e@example.org',
    country: given.country ?? null,
    metadata: {},
    now: given.now,
  });
  const world = createWorld(
    {
      now: given.now,
      wall: given.now,
      ahead: 0,
      customer: customer.id,
      pagesUrl: 'http://portal.test/sandbox',
      seller: given.seller ?? null,
    },
    [customer],
  );
  const card = cardOf(world, { number: '4242424242424242', month: 12, year: 2099, name: null });
  if (card) putCard(world, card);
  return world;
};

/** A price of a new product, minor units. */
export const addPrice = (world: World, cents: number, interval: 'month' | 'year'): Price => {
  const post = (path: string, fields: Parameters<(typeof catalogRoutes)[number]['run']>[1]) =>
    catalogRoutes.find((one) => one.method === 'POST' && one.path.join('/') === path)!.run(world, fields, []);
  const product = `product_${String(world.objects.size)}`;
  post('products', { id: product, name: 'Product' });
  const price = { product, currency: 'usd', unit_amount: String(cents), recurring: { interval } };
  return post('prices', price) as Price;
};

/** Gives the customer a percentage off for ever; returns the code's id. */
export const addPercentOff = (world: World, percent: number): string => {
  const coupon = {
    id: 'co_percent',
    object: 'coupon',
    amount_off: null,
    created: 0,
    currency: null,
    duration: 'forever',
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: null,
    percent_off: percent,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  } as const;
  put(world, coupon);
  return put(world, {
    id: 'promo_percent',
    object: 'promotion_code',
    active: true,
    code: 'PERCENT',
    created: 0,
    customer: null,
    customer_account: null,
    expires_at: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    promotion: { coupon: coupon.id, type: 'coupon' },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  }).id;
};
