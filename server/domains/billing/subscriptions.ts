import type { Subscription } from '#contract/subscription.ts';
import { offeredPlans, planOfPrice } from '#contract/plans.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import * as repo from './billing.repo.ts';

/** The subscriptions of an account or of one station, newest first. */
export const listSubscriptions = async (db: Db, scope: repo.Scope): Promise<Subscription[]> =>
  (await repo.subscriptionsOf(db, scope)).map(present);

/** One subscription; refuses with `subscription.notFound`, also if it belongs to another scope. */
export const getSubscription = async (db: Db, scope: repo.Scope, id: string): Promise<Subscription> =>
  present((await repo.findSubscription(db, scope, id)) ?? refuse('subscription.notFound'));

/** Ends a subscription at once; refuses with `subscription.ended` if it has already ended. */
export const cancelSubscription = async (
  { db, clock }: { db: Db; clock: Clock },
  scope: repo.Scope,
  id: string,
): Promise<Subscription> => {
  const ended = await repo.endSubscription(db, scope, id, clock.now());
  if (ended) return present(ended);
  await getSubscription(db, scope, id);
  return refuse('subscription.ended');
};

const present = (row: repo.SubscriptionRow): Subscription => ({
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

/** The priced items; a price that is no longer offered is not active, and a trial has no items. */
const itemsOf = (row: repo.SubscriptionRow): Subscription['items'] => {
  const found = row.price_id === null ? undefined : planOfPrice(row.price_id);
  if (!found) return [];
  const { plan, price } = found;
  const active = offeredPlans.some((offered) => offered === plan.id);
  return [
    {
      product: plan.product,
      price: { id: price.id, active, unit_amount: price.cents, recurring: { interval: price.interval } },
    },
  ];
};
