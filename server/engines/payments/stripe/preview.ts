import type Stripe from 'stripe';
import type { Preview, PreviewRequest } from '../port.ts';
import { priceOf } from './catalog.ts';
import { linesOf, taxOf } from './invoice-snapshot.ts';
import { dateOf, idOf, type Connection } from './parts.ts';
import { prorationDate } from './proration-date.ts';
import { itemOf } from './subscriptions.ts';

/** What a new subscription, or a change of one, would cost now and in each later period. */
export const preview = async (to: Connection, request: PreviewRequest): Promise<Preview> => {
  const price = await priceOf(to, request.priceId);
  const ask = 'subscription' in request ? await changeOf(to, request.subscription) : creationOf(request.customer);
  const { promotion = null, quantity } = request;
  const discounts = promotion === null ? undefined : [{ promotion_code: promotion }];
  const items = [{ ...(ask.item !== undefined && { id: ask.item }), price, quantity }];
  const tax = to.tax === 'automatic' ? { automatic_tax: { enabled: true } } : {};
  const now = await to.stripe.invoices.createPreview({
    ...ask.of,
    ...tax,
    ...(discounts && { discounts }),
    subscription_details: { ...ask.now, items },
  });
  const later = await to.stripe.invoices.createPreview({
    ...ask.of,
    ...tax,
    ...(await laterDiscounts(to, promotion)),
    subscription_details: { ...ask.later, items },
  });
  return {
    amountDue: now.amount_due,
    credit: Math.max(0, -(now.total + now.starting_balance)),
    tax: taxOf(now),
    currency: now.currency,
    lines: linesOf(now),
    nextAmount: later.total,
    nextAt: endOf(now),
  };
};

type Ask = {
  of: { customer: string; subscription?: string };
  /** The item that changes. */
  item?: string;
  now: Details;
  later: Details;
};
type Details = Omit<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails, 'items'>;

const creationOf = (customer: string): Ask => ({
  of: { customer },
  now: { billing_mode: { type: 'flexible' } },
  later: { billing_mode: { type: 'flexible' } },
});

const changeOf = async (to: Connection, id: string): Promise<Ask> => {
  const subscription = await to.stripe.subscriptions.retrieve(id);
  return {
    of: { customer: idOf(subscription.customer), subscription: id },
    item: itemOf(subscription).id,
    now: { proration_behavior: 'always_invoice', proration_date: await prorationDate(to, subscription) },
    later: { proration_behavior: 'none' },
  };
};

/** A code that applies once doesn't lower later periods. */
const laterDiscounts = async (
  { stripe }: Connection,
  promotion: string | null,
): Promise<Pick<Stripe.InvoiceCreatePreviewParams, 'discounts'>> => {
  if (promotion === null) return {};
  const code = await stripe.promotionCodes.retrieve(promotion, { expand: ['promotion.coupon'] });
  const { coupon } = code.promotion;
  const isOnce = coupon !== null && typeof coupon === 'object' && coupon.duration === 'once';
  return { discounts: isOnce ? '' : [{ promotion_code: promotion }] };
};

/** The next regular charge follows the period that is paid now. */
const endOf = ({ lines }: Stripe.Invoice): Date | null => {
  const ends = lines.data.map(({ period }) => period.end);
  return ends.length > 0 ? dateOf(Math.max(...ends)) : null;
};
