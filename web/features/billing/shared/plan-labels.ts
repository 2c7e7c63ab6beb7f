import { addOns } from '#contract/api/add-ons.ts';
import { flagsOfFeatures, isOffered } from '#contract/rules/brand-flags.ts';
import type { PlanFeaturesReply } from '#contract/api/billing.ts';
import { planName, type Interval, type PlanFeatures, type PlanId } from '#contract/rules/plans.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { brand } from '#brand/brand.ts';
import { wording } from '#brand/wording.ts';
import { count } from '#web/lib/format.ts';

/** The plan's name in this brand. */
export const nameOfPlan = (id: PlanId): string => planName(id, brand);

/** The plan's name, or that of a station's add-on. */
export const nameOfSubscription = ({ product, plan }: Pick<Subscription, 'product' | 'plan'>): string =>
  product === 'plan' ? nameOfPlan(plan) : addOns[product].name;

/** US cents as `$29` or `$9.99`. */
export const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  });

export const intervalName: Record<Interval, string> = { month: 'monthly', year: 'yearly' };

/** After a price: `$29 per month`. */
export const perInterval: Record<Interval, string> = { month: 'per month', year: 'per year' };

/** The name of a subscription's state (spec §4: trialing is shown as "Trial"). */
export const statusName = {
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Payment due',
  incomplete: 'Payment not confirmed',
  incomplete_expired: 'Not paid',
  unpaid: 'Unpaid',
  paused: 'Paused',
  canceled: 'Cancelled',
} as const;

type Gate = Exclude<keyof PlanFeatures, `allowed${string}`>;

/** The features that plans of this brand include or lack, with their names. */
export const gatedFeatures: readonly (readonly [gate: Gate, name: string])[] = (
  [
    ['hlsStreaming', 'HLS streaming'],
    ['geoBlocking', 'Geo blocking'],
    ['ipBlocking', 'IP blocking'],
    ['ctlLine', 'Call-to-listen line'],
    ['zasAvailable', 'Automation software'],
    ['podcastRecording', `${wording.Podcast} recording`],
    ['customDomain', 'Microsite at your own domain'],
  ] as const
).filter(([gate]) => isOffered(brand.flags, flagsOfFeatures[gate]));

/** The limits of a plan as text. */
export const planLimitTexts = (plan: PlanFeatures, perStation = false): string[] => [
  perStation ? 'As many stations as you need' : count(plan.allowedStationsCount, 'station'),
  count(plan.allowedPodcastsCount, wording.podcast, wording.podcasts),
  plan.allowedTracksCount === null ? 'Unlimited tracks' : `${count(plan.allowedTracksCount, 'track')} per station`,
  `Up to ${plan.allowedBitRateLimit / 1000} kbit/s`,
];

/** Days from now until `until`, counting the current one; 0 when it has passed. */
export const daysLeft = (until: string, now = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / 86_400_000));

/** The time left of a trial as text; undefined for other subscriptions. */
export const trialText = ({ status, ends }: Pick<PlanFeaturesReply, 'status' | 'ends'>): string | undefined => {
  if (status !== 'trialing' || ends === null) return undefined;
  const days = daysLeft(ends);
  return days === 0 ? 'Your trial has ended' : `${count(days, 'day')} left of your trial`;
};
