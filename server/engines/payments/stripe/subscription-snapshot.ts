import type Stripe from 'stripe';
import { intervals, type Interval } from '#contract/rules/plans.ts';
import type { Discount, ProviderStatus, SubscriptionSnapshot } from '../port.ts';
import { dateOf, dateOrNull, idOf, idOrNull } from './parts.ts';

/** What must be sent in full for a snapshot of one subscription. */
export const subscriptionParts = ['discounts.promotion_code', 'discounts.source.coupon', 'items.data.price.product'];
/** The same for a list, in which products are too deep to be sent along. */
export const listedSubscriptionParts = ['data.discounts.promotion_code', 'data.discounts.source.coupon'];

/** A subscription as we keep it. `plans` are the plans named by products that were made in the dashboard, by product. */
export const subscriptionSnapshot = (
  of: Stripe.Subscription,
  plans: ReadonlyMap<string, string> = new Map(),
): SubscriptionSnapshot => {
  const [item] = of.items.data;
  if (!item) throw new Error(`The subscription ${of.id} has no item.`);
  const { price } = item;
  const product = idOf(price.product);
  return {
    id: of.id,
    customer: idOf(of.customer),
    status: of.status as ProviderStatus,
    priceId: price.lookup_key,
    product,
    productPlan: plans.get(product) ?? planNamedBy(price.product),
    interval: intervalOf(price),
    currency: of.currency,
    unitAmount: price.unit_amount ?? 0,
    quantity: item.quantity ?? 1,
    periodEnd: dateOf(item.current_period_end),
    trialEnd: dateOrNull(of.trial_end),
    cancelAtPeriodEnd: of.cancel_at_period_end,
    canceledAt: dateOrNull(of.canceled_at),
    created: dateOf(of.created),
    pending: pendingOf(of),
    discount: discountOf(of.discounts),
    latestInvoice: idOrNull(of.latest_invoice),
    metadata: of.metadata,
  };
};

/** The plan that the dashboard named in a product's metadata. */
export const planNamedBy = (product: Stripe.Price['product']): string | null =>
  typeof product === 'object' && !('deleted' in product && product.deleted)
    ? ((product as Stripe.Product).metadata.plan ?? null)
    : null;

const intervalOf = ({ recurring }: Stripe.Price): Interval | null =>
  recurring?.interval_count === 1 ? (intervals.find((one) => one === recurring.interval) ?? null) : null;

const pendingOf = ({ pending_update }: Stripe.Subscription): SubscriptionSnapshot['pending'] => {
  const item = pending_update?.subscription_items?.[0];
  if (!pending_update || !item) return null;
  return {
    priceId: item.price.lookup_key,
    quantity: item.quantity ?? 1,
    expires: dateOf(pending_update.expires_at),
  };
};

/** The first discount; we never give two. */
const discountOf = ([given]: Stripe.Subscription['discounts']): Discount | null => {
  if (given === undefined || typeof given === 'string') return null;
  const { coupon } = given.source;
  if (coupon === null || typeof coupon === 'string') return null;
  const code = given.promotion_code;
  return {
    code: code === null || typeof code === 'string' ? (coupon.name ?? coupon.id) : code.code,
    percent_off: coupon.percent_off,
    amount_off: coupon.amount_off,
    ends: dateOrNull(given.end),
  };
};
