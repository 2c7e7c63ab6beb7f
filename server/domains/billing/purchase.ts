import { purchasableOf, type Purchasable } from '#contract/api/add-ons.ts';
import type { SubscriptionProduct } from '#contract/api/subscription.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { BillingDeps } from './billing.deps.ts';
import { activeSubscription } from './billing.repo.ts';
import { refuseOverLimits } from './plan-change.ts';
import { refuseUnoffered } from './refuse-unoffered.ts';
import type { Owner } from './return-urls.ts';

/**
 * What a price sells to an account (a plan) or to a station (an add-on). Refuses an unknown price as invalid input, a plan that
 * the brand lacks with `request.notOffered`, and one that is kept only with `subscription.notOffered`.
 */
export const offeredItem = (
  { brand }: Pick<BillingDeps, 'brand'>,
  owner: Pick<Owner, 'station'>,
  priceId: string,
): Purchasable => {
  const item = purchasableOf(priceId);
  if (!item || (item.product === 'plan') !== (owner.station === null))
    return refuse('request.invalid', {}, { priceId: 'This price is not available.' });
  if (item.plan !== null) refuseUnoffered(brand, item.plan);
  if (!item.offered) refuse('subscription.notOffered');
  return item;
};

/**
 * Refuses a plan that the account's usage exceeds, with its `plan.…` reason, and an add-on more than once. In a transaction that has
 * locked the account it holds until the intent is there.
 */
export const refuseUnfit = async (
  db: Db | Tx,
  { account }: Owner,
  { plan }: Pick<Purchasable, 'plan'>,
  quantity: number,
): Promise<void> => {
  if (plan !== null) await refuseOverLimits(db, account, { plan, quantity });
  else if (quantity !== 1) refuse('plan.invalidQuantity');
};

/** Refuses with `subscription.exists` to buy a second time what is paid already. */
export const refuseSecond = async (db: Db | Tx, owner: Owner, product: SubscriptionProduct): Promise<void> => {
  const present = await activeSubscription(db, owner, product);
  if (present?.provider) refuse('subscription.exists');
};
