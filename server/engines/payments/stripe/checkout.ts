import type Stripe from 'stripe';
import type { CheckoutRequest, SubscriptionSnapshot } from '../port.ts';
import { priceOf } from './catalog.ts';
import { customerOf } from './customers.ts';
import { isRefusal, isReusedKey } from './errors.ts';
import { dateOf, idOf, type Connection } from './parts.ts';
import { subscriptionParts, subscriptionSnapshot } from './subscription-snapshot.ts';

/** Stripe allows no less than 30 minutes. */
const checkoutS = 31 * 60;
/** A request that is repeated is among the customer's newest. */
const newestSessions = 20;

type Page = { id: string; url: string; expires: Date };

/** Opens a payment page. Repeated with the same key, also much later, it returns the page that was opened first. */
export const openCheckout = async (to: Connection, request: CheckoutRequest, key: string): Promise<Page> => {
  const { stripe, clock, tax } = to;
  const price = await priceOf(to, request.priceId);
  const { metadata, promotion } = request;
  try {
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer: request.customer,
        client_reference_id: key,
        line_items: [{ price, quantity: request.quantity }],
        allowed_payment_method_types: ['card'],
        success_url: request.returnUrl,
        cancel_url: request.cancelUrl,
        expires_at: Math.floor(clock.now().getTime() / 1000) + checkoutS,
        metadata,
        subscription_data: { metadata, billing_mode: { type: 'flexible' } },
        ...(promotion === null ? { allow_promotion_codes: true } : { discounts: [{ promotion_code: promotion }] }),
        ...(tax === 'automatic' && {
          automatic_tax: { enabled: true },
          customer_update: { address: 'auto', name: 'auto' },
          billing_address_collection: 'required',
        }),
      },
      { idempotencyKey: key },
    );
    return pageOf(session, request);
  } catch (error) {
    // The expiry depends on the time, so a request that is repeated later differs from the first.
    if (!isReusedKey(error)) throw error;
    const { data } = await stripe.checkout.sessions.list({ customer: request.customer, limit: newestSessions });
    const opened = data.find(({ client_reference_id }) => client_reference_id === key);
    if (!opened) throw error;
    return pageOf(opened, request);
  }
};

/** What a payment page has led to. Its card becomes the customer's default. */
export const checkoutResult = async (
  to: Connection,
  id: string,
): Promise<SubscriptionSnapshot | 'open' | 'expired'> => {
  const session = await to.stripe.checkout.sessions.retrieve(id);
  if (session.status === 'complete' && session.subscription !== null)
    return await bought(to, idOf(session.subscription));
  return session.status === 'expired' ? 'expired' : 'open';
};

/** Closes a payment page, unless it has just been paid. */
export const expireCheckout = async (to: Connection, id: string): Promise<SubscriptionSnapshot | 'expired'> => {
  const now = await checkoutResult(to, id);
  if (now !== 'open') return now;
  try {
    await to.stripe.checkout.sessions.expire(id);
    return 'expired';
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const then = await checkoutResult(to, id);
    if (then === 'open') throw error;
    return then;
  }
};

/** A page that is closed has no URL any more: a customer who paid continues, others return. */
const pageOf = (
  { id, url, status, expires_at }: Stripe.Checkout.Session,
  { returnUrl, cancelUrl }: CheckoutRequest,
): Page => ({ id, url: url ?? (status === 'complete' ? returnUrl : cancelUrl), expires: dateOf(expires_at) });

/** The card is kept with the customer only, so that the customer's card, wherever it is changed, pays for everything. */
const bought = async ({ stripe, log }: Connection, id: string): Promise<SubscriptionSnapshot> => {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: subscriptionParts });
  const { default_payment_method: method } = subscription;
  if (method === null) return subscriptionSnapshot(subscription);
  const customer = idOf(subscription.customer);
  try {
    const { invoice_settings: settings } = await customerOf(stripe, customer);
    if (settings.default_payment_method !== idOf(method))
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: idOf(method) } });
    await stripe.subscriptions.update(id, { default_payment_method: '' });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.warn({ err: error, subscription: id }, "a checkout's card did not become the customer's default");
  }
  return subscriptionSnapshot(subscription);
};
