import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import {
  featuresOf,
  planOfPrice,
  plans,
  type Interval,
  type PlanFeatures,
  type PlanId,
} from '#contract/rules/plans.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { dayMs } from '#contract/rules/time.ts';
import * as repo from './billing.repo.ts';

export {
  hasStationSubscription,
  hasSubscription,
  limitsOfAccount,
  podcastsOfAccount,
  type AccountLimits,
} from './billing.repo.ts';

/** The number of podcasts of an account. */
export const podcastsOf = async (db: Db, account: AccountKey): Promise<number> =>
  (await repo.usageOf(db, account)).podcasts;

/** The features of an account: its plan, overridden by custom limits. Refuses with `account.notFound`. */
export const featuresOfAccount = async (db: Db | Tx, account: AccountKey): Promise<PlanFeatures> =>
  featuresIn((await repo.findAccountPlan(db, account)) ?? refuse('account.notFound'));

/** The features of a station: those of its account, and its own line; refuses with `station.notFound`, also if it is deleted. */
export const featuresOfStation = async (db: Db | Tx, station: StationKey): Promise<PlanFeatures> => {
  const found = (await repo.findStationLimits(db, station)) ?? refuse('station.notFound');
  const features = featuresIn(found);
  return { ...features, ctlLine: features.ctlLine || found.has_line };
};

/** Those of these stations whose plan, or own add-on, includes phone numbers. */
export const stationsWithLine = async (db: Db, stations: readonly StationKey[]): Promise<Set<StationKey>> => {
  const found = await repo.findLimitsOfStations(db, stations);
  return new Set(found.filter((one) => one.has_line || featuresIn(one).ctlLine).map(({ key }) => key));
};

/** The same under a lock: until the transaction ends, the plan can't change and the account can't be deleted. */
export const lockFeaturesOfStation = async (tx: Tx, station: StationKey): Promise<PlanFeatures> => {
  await repo.shareLockAccountOf(tx, station);
  return await featuresOfStation(tx, station);
};

/**
 * The features that result from these limits; without a subscription nothing new can be created. While an account buys or changes a
 * plan, it may create no more than both plans allow, so that it fits the one to come.
 */
export const featuresIn = (limits: repo.AccountLimits): PlanFeatures => {
  const { pending, custom_limits: custom } = limits;
  const priceId = pending?.priceId ?? undefined;
  const changed = priceId === undefined ? undefined : planOfPrice(priceId)?.plan.id;
  const coming = [...limits.coming, ...(pending && changed ? [{ plan: changed, quantity: pending.quantity }] : [])];
  return coming.map((next) => featuresOf({ ...next, custom })).reduce(withinBoth, presentFeatures(limits));
};

/** The features of the present plan alone, whatever is being bought. */
export const presentFeatures = ({ plan, quantity, custom_limits }: repo.AccountLimits): PlanFeatures =>
  featuresOf({ plan: plan ?? 'none', quantity: quantity ?? 1, custom: custom_limits });

/** The bounds that a change of plan checks (spec §5). */
const withinBoth = (one: PlanFeatures, other: PlanFeatures): PlanFeatures => ({
  ...one,
  allowedStationsCount: Math.min(one.allowedStationsCount, other.allowedStationsCount),
  allowedPodcastsCount: Math.min(one.allowedPodcastsCount, other.allowedPodcastsCount),
  allowedTracksCount: smaller(one.allowedTracksCount, other.allowedTracksCount),
  allowedBitRateLimit: Math.min(one.allowedBitRateLimit, other.allowedBitRateLimit),
});

const smaller = (one: number | null, other: number | null): number | null =>
  one === null ? other : Math.min(one, other ?? one);

export type NewSubscription = { plan: PlanId; interval: Interval; quantity: number; legacy: boolean };

/** When a trial that starts now ends, by the portal's settings. */
export const trialEnd = async (db: Db, now: Date): Promise<Date> => {
  const { trial_days: days } = await portalSettings(db);
  return new Date(now.getTime() + days * dayMs);
};

/** Subscribes an account without a subscription to a plan, in this transaction; does nothing for `none`. */
export const subscribe = async (
  tx: Tx,
  account: AccountKey,
  subscription: NewSubscription,
  trialEnds: Date,
): Promise<void> => {
  if (subscription.plan === 'none') return;
  const isTrial = subscription.plan === 'trial';
  const price = plans[subscription.plan].prices.find(({ interval }) => interval === subscription.interval);
  await repo.insertSubscription(tx, {
    account_key: account,
    station_key: null,
    plan: subscription.plan,
    price_id: price?.id ?? null,
    quantity: subscription.quantity,
    status: isTrial ? 'trialing' : 'active',
    legacy: subscription.legacy || subscription.plan === 'legacy',
    promo_code: null,
    ends: isTrial ? trialEnds : null,
  });
};
