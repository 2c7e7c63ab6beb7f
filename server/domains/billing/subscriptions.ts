import { purchasableOf } from '#contract/api/add-ons.ts';
import { offeredPlans, planOfPrice, plans, type Interval } from '#contract/rules/plans.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db } from '#server/kernel/kernel.ts';
import * as repo from './billing.repo.ts';

/** The subscriptions of an account or of one station, newest first. */
export const listSubscriptions = async (db: Db, scope: repo.Scope): Promise<Subscription[]> =>
  (await repo.subscriptionsOf(db, scope)).map(present);

/** One subscription; refuses with `subscription.notFound`, also if it belongs to another scope. */
export const getSubscription = async (db: Db, scope: repo.Scope, id: string): Promise<Subscription> =>
  present(await rowInScope(db, scope, id));

/** The row of a subscription; refuses like `getSubscription`. */
export const rowInScope = async (db: Db, scope: repo.Scope, id: string): Promise<repo.SubscriptionRow> =>
  (await repo.findSubscription(db, scope, id)) ?? refuse('subscription.notFound');

/** A subscription as the contract shows it. */
export const present = (row: repo.SubscriptionRow): Subscription => ({
  id: row.id,
  status: row.status,
  provider: row.provider,
  product: row.product,
  plan: row.plan,
  legacySubscription: row.legacy,
  quantity: row.quantity,
  promoCode: row.promo_code,
  currency: row.currency,
  items: itemsOf(row),
  current_period_end: row.ends?.toISOString() ?? null,
  trial_end: row.trial_end?.toISOString() ?? null,
  cancel_at_period_end: row.cancel_at_period_end,
  pending: row.pending,
  discount: row.discount,
  latest_invoice: row.latest_invoice,
  created: row.created.toISOString(),
  canceled_at: row.canceled_at?.toISOString() ?? null,
});

/** What is charged: our price, or one that was made at the provider; a trial has none. An old price is not active. */
const itemsOf = (row: repo.SubscriptionRow): Subscription['items'] => {
  const item = row.price_id === null ? undefined : soldFor(row.price_id, row.product);
  const interval = row.interval ?? item?.interval;
  const unit_amount = row.unit_amount ?? item?.cents;
  if (interval === undefined || unit_amount === undefined) return [];
  const active = item !== undefined && item.offered && item.cents === unit_amount;
  const product = item?.product ?? plans[row.plan].product;
  return [{ product, price: { id: row.price_id ?? '', active, unit_amount, recurring: { interval } } }];
};

type Sold = { product: string; cents: number; interval: Interval; offered: boolean };

/** The legacy plan has the prices of today's add-ons, so the product says which is meant. */
const soldFor = (priceId: string, product: Subscription['product']): Sold | undefined => {
  const plan = product === 'plan' ? planOfPrice(priceId) : undefined;
  if (plan) {
    const offered = offeredPlans.some((id) => id === plan.plan.id);
    return { product: plan.plan.product, cents: plan.price.cents, interval: plan.price.interval, offered };
  }
  const item = purchasableOf(priceId);
  return (
    item && { product: item.providerProduct, cents: item.price.cents, interval: item.interval, offered: item.offered }
  );
};
