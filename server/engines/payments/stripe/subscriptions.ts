import type Stripe from 'stripe';
import {
  PaymentError,
  type ChangeRequest,
  type NextStep,
  type SubscribeRequest,
  type SubscriptionSnapshot,
} from '../port.ts';
import { priceOf } from './catalog.ts';
import { defaultCard } from './customers.ts';
import { isMissing, isRefusal, isReusedKey } from './errors.ts';
import { idOf, idOrNull, type Connection } from './parts.ts';
import { paymentOutcome } from './payment-outcome.ts';
import { prorationDate } from './proration-date.ts';
import { subscriptionParts, subscriptionSnapshot } from './subscription-snapshot.ts';

type Outcome = { subscription: SubscriptionSnapshot; next: NextStep | null };

/** Every request names the whole subscription it wants back. */
const expand = subscriptionParts;
const endedStatuses: readonly string[] = ['canceled', 'incomplete_expired'];

/** Subscribes with the card on file. A declined card leaves nothing behind; one that must be confirmed leaves it `incomplete`. */
export const subscribe = async (to: Connection, request: SubscribeRequest, key: string): Promise<Outcome> => {
  if ((await defaultCard(to, request.customer)) === undefined)
    throw new PaymentError('declined', 'There is no card on file.');
  const created = await createOnce(to, request, key);
  if (created.status !== 'incomplete') return { subscription: subscriptionSnapshot(created), next: null };
  // A repeated request gets the first reply, so what became of it is read again.
  const now = await to.stripe.subscriptions.retrieve(created.id, { expand });
  if (now.status !== 'incomplete' && !endedStatuses.includes(now.status))
    return { subscription: subscriptionSnapshot(now), next: null };
  const { next, reason } = await latestOutcome(to, created);
  if (now.status === 'incomplete' && next) return { subscription: subscriptionSnapshot(now), next };
  if (now.status === 'incomplete') await to.stripe.subscriptions.cancel(now.id);
  throw new PaymentError('declined', reason);
};

const createOnce = async (to: Connection, request: SubscribeRequest, key: string): Promise<Stripe.Subscription> => {
  const { stripe, tax } = to;
  const { customer, quantity, promotion } = request;
  const price = await priceOf(to, request.priceId);
  try {
    return await stripe.subscriptions.create(
      {
        customer,
        items: [{ price, quantity }],
        payment_behavior: 'allow_incomplete',
        billing_mode: { type: 'flexible' },
        metadata: { ...request.metadata, request: key },
        ...(promotion !== null && { discounts: [{ promotion_code: promotion }] }),
        ...(tax === 'automatic' && { automatic_tax: { enabled: true } }),
        expand,
      },
      { idempotencyKey: key },
    );
  } catch (error) {
    // The price behind our id may have changed since the first request.
    if (!isReusedKey(error)) throw error;
    const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
    const made = data.find(({ metadata }) => metadata.request === key);
    if (!made) throw error;
    return await stripe.subscriptions.retrieve(made.id, { expand });
  }
};

/**
 * Changes price or quantity at once. A declined card leaves everything as it was; a payment that must be confirmed leaves the change
 * `pending`.
 */
export const changeSubscription = async (to: Connection, request: ChangeRequest, key: string): Promise<Outcome> => {
  const { stripe } = to;
  const id = request.subscription;
  const before = await stripe.subscriptions.retrieve(id, { expand });
  const price = await priceOf(to, request.priceId);
  const isDone = (now: Stripe.Subscription) => hasItem(now, price, request.quantity);
  if (isDone(before) && before.pending_update === null)
    return { subscription: await withPromotion(to, before, request, key), next: null };
  if (request.promotion) await setDiscount(to, id, request.promotion, `${key}:discount`);
  const date = await prorationDate(to, before);
  const updated = await stripe.subscriptions.update(
    id,
    {
      items: [{ id: itemOf(before).id, price, quantity: request.quantity }],
      proration_behavior: 'always_invoice',
      proration_date: date,
      payment_behavior: 'pending_if_incomplete',
      expand,
    },
    { idempotencyKey: `${key}:${String(date)}` },
  );
  const now = updated.pending_update === null ? updated : await stripe.subscriptions.retrieve(id, { expand });
  if (isDone(now)) return { subscription: subscriptionSnapshot(now), next: null };
  const { invoice, next, reason } = await latestOutcome(to, updated);
  if (now.pending_update !== null && next) return { subscription: subscriptionSnapshot(now), next };
  if (invoice.status === 'open') await stripe.invoices.voidInvoice(invoice.id);
  if (request.promotion) await restoreDiscounts(to, before);
  throw new PaymentError('declined', reason);
};

/** The code applies from the next invoice. */
export const setDiscount = async (
  { stripe }: Connection,
  id: string,
  promotion: string,
  key: string,
): Promise<SubscriptionSnapshot> => {
  const discounts = [{ promotion_code: promotion }];
  return subscriptionSnapshot(await stripe.subscriptions.update(id, { discounts, expand }, { idempotencyKey: key }));
};

/** Ends a subscription, without a refund. One that has ended already is returned as it is. */
export const cancelSubscription = async (
  { stripe }: Connection,
  id: string,
  at: 'now' | 'period_end',
): Promise<SubscriptionSnapshot> => {
  try {
    return subscriptionSnapshot(
      at === 'now'
        ? await stripe.subscriptions.cancel(id, { expand })
        : await stripe.subscriptions.update(id, { cancel_at_period_end: true, expand }),
    );
  } catch (error) {
    if (!isMissing(error) && !isRefusal(error)) throw error;
    const now = await stripe.subscriptions.retrieve(id, { expand });
    if (!endedStatuses.includes(now.status)) throw error;
    return subscriptionSnapshot(now);
  }
};

export const resumeSubscription = async ({ stripe }: Connection, id: string): Promise<SubscriptionSnapshot> =>
  subscriptionSnapshot(await stripe.subscriptions.update(id, { cancel_at_period_end: false, expand }));

/** The only item: what we sell is one product per subscription. */
export const itemOf = ({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = items.data;
  if (!item) throw new Error(`The subscription ${id} has no item.`);
  return item;
};

const hasItem = (of: Stripe.Subscription, price: string, quantity: number): boolean =>
  itemOf(of).price.id === price && (itemOf(of).quantity ?? 1) === quantity;

const withPromotion = async (
  to: Connection,
  of: Stripe.Subscription,
  { promotion }: ChangeRequest,
  key: string,
): Promise<SubscriptionSnapshot> => {
  const has = of.discounts.some((one) => typeof one === 'object' && idOrNull(one.promotion_code) === promotion);
  return promotion && !has ? await setDiscount(to, of.id, promotion, `${key}:discount`) : subscriptionSnapshot(of);
};

const latestOutcome = async ({ stripe }: Connection, of: Stripe.Subscription) => {
  const invoice = idOrNull(of.latest_invoice);
  if (invoice === null) throw new Error(`The subscription ${of.id} has no invoice.`);
  return await paymentOutcome(stripe, invoice);
};

const restoreDiscounts = async ({ stripe }: Connection, { id, discounts }: Stripe.Subscription): Promise<void> => {
  const kept = discounts.map((one) => ({ discount: idOf(one) }));
  await stripe.subscriptions.update(id, { discounts: kept.length > 0 ? kept : '' });
};
