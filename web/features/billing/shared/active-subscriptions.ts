import { activeStatuses } from '#contract/rules/plans.ts';
import type { Subscription, SubscriptionProduct } from '#contract/api/subscription.ts';

/** The subscriptions that count as active (spec §4). */
export const activeOf = (subscriptions: readonly Subscription[] = []): Subscription[] =>
  subscriptions.filter(({ status }) => (activeStatuses as readonly string[]).includes(status));

/** The active subscription that the payment provider charges for; undefined for a trial or an assigned plan. */
export const paidOf = (
  subscriptions: readonly Subscription[] | undefined,
  product: SubscriptionProduct = 'plan',
): Subscription | undefined => activeOf(subscriptions).find((one) => one.provider !== null && one.product === product);

/** The price that a subscription is charged by; undefined for a trial or a free plan. */
export const priceIdOf = ({ items }: Subscription): string | undefined => items[0]?.price.id;

/** Active ones, and those whose payment the customer has to confirm or make. */
export const isShown = (subscription: Subscription): boolean =>
  activeOf([subscription]).length > 0 || ['incomplete', 'unpaid', 'paused'].includes(subscription.status);
