import type { CheckoutRequest, NextStep, SubscriptionSnapshot } from '#server/engines/payments/port.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { BillingDeps } from './billing.deps.ts';
import { findByProviderId, findById, unfinishedSubscriptions, type SubscriptionRow } from './billing.repo.ts';
import { closeIntent, markUnavailable, saveCheckout, type IntentRow } from './intents.repo.ts';
import { isPayment } from './payment-refusals.ts';
import { applySnapshot, providerOf, syncCustomer } from './sync.ts';

export type PurchaseDeps = Pick<
  BillingDeps,
  'db' | 'clock' | 'log' | 'events' | 'hooks' | 'payments' | 'ensureCatalog'
>;
export type Settled = { subscription: SubscriptionRow; next: NextStep | null };

/**
 * Buys or changes with the card on file what an intent says. May be repeated after a crash: the intent is the idempotency key. Closes the
 * intent, except if the provider is away, when it stays open as nobody knows whether the call arrived.
 */
export const runByCard = async (deps: PurchaseDeps, intent: IntentRow, customer: string): Promise<Settled> => {
  try {
    const { subscription, next } = await (intent.kind === 'create'
      ? subscribe(deps, intent, customer)
      : change(deps, intent));
    return { subscription: await settle(deps, intent, subscription), next };
  } catch (error) {
    if (isPayment(error, 'unavailable')) await markUnavailable(deps.db, intent.id);
    else if (isPayment(error, 'declined', 'refused', 'notFound')) {
      await closeIntent(deps.db, intent.id, { state: 'failed', error: error.message, now: deps.clock.now() });
      if (intent.kind === 'create') await abandon(deps, intent, customer);
    }
    throw error;
  }
};

/** Opens the payment page on which the customer buys what an intent says; if that fails, nobody has seen the page. */
export const openCheckout = async (
  deps: PurchaseDeps,
  intent: IntentRow,
  customer: string,
  urls: Pick<CheckoutRequest, 'returnUrl' | 'cancelUrl'>,
): Promise<string> => {
  try {
    await endUnfinished(deps, intent);
    await deps.ensureCatalog();
    const checkout = await deps.payments.checkout({ ...requestOf(intent, customer), ...urls }, intent.id);
    await saveCheckout(deps.db, intent.id, checkout);
    return checkout.url;
  } catch (error) {
    if (isPayment(error, 'unavailable', 'declined', 'refused', 'notFound'))
      await closeIntent(deps.db, intent.id, { state: 'failed', error: error.message, now: deps.clock.now() });
    throw error;
  }
};

/**
 * Brings what the provider did into our tables, by reading the customer again; if that fails, by what it replied. Refuses with
 * `subscription.exists` what is charged beside another subscription to the same product.
 */
export const settle = async (
  deps: PurchaseDeps,
  intent: IntentRow,
  done: SubscriptionSnapshot,
): Promise<SubscriptionRow> => {
  try {
    await syncCustomer(deps, done.customer);
  } catch (error) {
    if (!isPayment(error, 'unavailable')) throw error;
    await applySnapshot(deps, done);
  }
  await closeIntent(deps.db, intent.id, { state: 'done', now: deps.clock.now() });
  return (await findByProviderId(deps.db, done.id)) ?? refuse('subscription.exists');
};

const subscribe = async (deps: PurchaseDeps, intent: IntentRow, customer: string) => {
  await endUnfinished(deps, intent);
  await deps.ensureCatalog();
  return await deps.payments.subscribe(requestOf(intent, customer), intent.id);
};

const change = async (deps: PurchaseDeps, { id, subscription_id, price_id, quantity, promotion }: IntentRow) => {
  const row = subscription_id === null ? undefined : await findById(deps.db, subscription_id);
  const subscription = row?.provider_id ?? refuse('subscription.notFound');
  await deps.ensureCatalog();
  return await deps.payments.change({ subscription, priceId: price_id, quantity, promotion }, id);
};

const requestOf = (intent: IntentRow, customer: string) => ({
  customer,
  priceId: intent.price_id,
  quantity: intent.quantity,
  promotion: intent.promotion,
  metadata: {
    account: intent.account_key,
    product: intent.product,
    intent: intent.id,
    ...(intent.station_key !== null && { station: intent.station_key }),
  },
});

/**
 * Cancels earlier attempts at the same product that the provider could still charge for: their first payment was not confirmed, or
 * their last one failed for good.
 */
const endUnfinished = async (deps: PurchaseDeps, intent: IntentRow): Promise<void> => {
  const owner = { account: intent.account_key, station: intent.station_key };
  for (const row of await unfinishedSubscriptions(deps.db, owner, intent.product))
    if (row.intent !== intent.id && row.provider === providerOf(deps) && row.provider_id !== null)
      await cancelIfThere(deps, row.provider_id);
};

const cancelIfThere = async ({ payments }: PurchaseDeps, id: string): Promise<void> => {
  try {
    await payments.cancel(id, 'now');
  } catch (error) {
    if (!isPayment(error, 'notFound')) throw error;
  }
};

/** Cancels what a declined first payment left behind; what doesn't work now, the next purchase does. */
const abandon = async (deps: PurchaseDeps, intent: IntentRow, customer: string): Promise<void> => {
  try {
    await syncCustomer(deps, customer);
    const owner = { account: intent.account_key, station: intent.station_key };
    for (const row of await unfinishedSubscriptions(deps.db, owner, intent.product))
      if (row.intent === intent.id && row.provider_id !== null) await cancelIfThere(deps, row.provider_id);
    await syncCustomer(deps, customer);
  } catch (error) {
    deps.log.warn({ err: error, intent: intent.id }, 'a declined purchase was not cleaned up');
  }
};
