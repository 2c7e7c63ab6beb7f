import type { AccountKey, StationKey } from '#contract/keys.ts';
import { featuresOf, plans, type Interval, type PlanFeatures, type PlanId } from '#contract/plans.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import * as repo from './billing.repo.ts';

export { hasSubscription } from './billing.repo.ts';

/** How many podcasts an account has. */
export const podcastsOf = async (db: Db, account: AccountKey): Promise<number> =>
  (await repo.usageOf(db, account)).podcasts;

/** What an account may: its plan with its custom limits over it. Refuses with `account.notFound`. */
export const featuresOfAccount = async (db: Db | Tx, account: AccountKey): Promise<PlanFeatures> =>
  featuresIn((await repo.findAccountPlan(db, account)) ?? refuse('account.notFound'));

/** What the account of a station may; refuses with `station.notFound`, also where it is deleted. */
export const featuresOfStation = async (db: Db | Tx, station: StationKey): Promise<PlanFeatures> =>
  featuresIn((await repo.findStationBounds(db, station)) ?? refuse('station.notFound'));

/** The same, and until the transaction ends neither the plan changes nor the station's account is deleted. */
export const holdFeaturesOfStation = async (tx: Tx, station: StationKey): Promise<PlanFeatures> => {
  await repo.shareAccountOf(tx, station);
  return await featuresOfStation(tx, station);
};

/** What these bounds come to; without a subscription nothing new can be made. */
export const featuresIn = ({ plan, quantity, custom_limits }: repo.Bounds): PlanFeatures =>
  featuresOf({ plan: plan ?? 'none', quantity: quantity ?? 1, custom: custom_limits });

export type Given = { plan: PlanId; interval: Interval; quantity: number; legacy: boolean };

/** When a trial that begins now ends, by the portal's settings. */
export const trialEnd = async (db: Db, now: Date): Promise<Date> => {
  const { trial_days: days } = await portalSettings(db);
  return new Date(now.getTime() + days * dayMs);
};

const dayMs = 24 * 3_600_000;

/** Subscribes an account that has no subscription to a plan, in this transaction; `none` is none. */
export const subscribe = async (tx: Tx, account: AccountKey, given: Given, trialEnds: Date): Promise<void> => {
  if (given.plan === 'none') return;
  const isTrial = given.plan === 'trial';
  const price = plans[given.plan].prices.find(({ interval }) => interval === given.interval);
  await repo.insertSubscription(tx, {
    account_key: account,
    station_key: null,
    plan: given.plan,
    price_id: price?.id ?? null,
    quantity: given.quantity,
    status: isTrial ? 'trialing' : 'active',
    legacy: given.legacy || given.plan === 'legacy',
    promo_code: null,
    ends: isTrial ? trialEnds : null,
  });
};
