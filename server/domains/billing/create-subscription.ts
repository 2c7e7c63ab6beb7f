import type * as z from 'zod/mini';
import type { Bought, NewSubscription } from '#contract/api/billing.ts';
import type { SubscriptionProduct } from '#contract/api/subscription.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { BillingDeps } from './billing.deps.ts';
import { unfinishedSubscriptions, type SubscriptionRow } from './billing.repo.ts';
import { promotionFor, refuseUnconfirmed } from './charge.ts';
import { customerOf } from './customer.ts';
import { findCustomer, type CustomerRow } from './customers.repo.ts';
import { closeIntent, findOpenIntent, type IntentRow } from './intents.repo.ts';
import { findInvoice } from './invoices/invoices.repo.ts';
import { offeredItem, refuseSecond, refuseUnfit } from './purchase.ts';
import { returnUrl, type Owner } from './return-urls.ts';
import { openCheckout, runByCard, settle } from './run-purchase.ts';
import { startPurchase, type Purchase } from './start-purchase.ts';
import { present } from './subscriptions.ts';
import { providerOf, syncCustomer } from './sync.ts';

type Wanted = z.output<typeof NewSubscription>;

/**
 * Subscribes an account to a plan or a station to an add-on (spec §7): by the card on file once the customer has confirmed the charge,
 * else on a payment page of the provider. A purchase that was begun and not finished continues where it stopped. Refuses with the
 * `plan.…` reasons, `subscription.exists`, `subscription.notOffered`, `subscription.buying`, `subscription.confirmCharge` and
 * `payment.…`.
 */
export const createSubscription = async (deps: BillingDeps, owner: Owner, body: Wanted): Promise<Bought> => {
  const item = offeredItem(deps, owner, body.priceId);
  const urls = {
    returnUrl: returnUrl(deps.config, owner, body.returnPath, { checkout: 'done' }),
    cancelUrl: returnUrl(deps.config, owner, body.returnPath, { checkout: 'cancelled' }),
  };
  await refuseUnfit(deps.db, owner, item, body.quantity);
  const found = await promotionFor(deps, owner.account, item, body.promoCode);
  const purchase: Purchase = { owner, item, quantity: body.quantity, promotion: found?.id ?? null };
  const open = await openPurchase(deps, purchase);
  if (open && 'subscription' in open) return open;
  await readUnfinished(deps, owner, item.product);
  await refuseSecond(deps.db, owner, item.product);
  const unfinished = await unconfirmed(deps, purchase, found?.code ?? null);
  if (unfinished) return unfinished;
  const customer = await customerOf(deps, owner.account);
  if (customer.card === null) {
    const intent = await startPurchase(deps, purchase, { method: 'checkout' });
    const url = await openCheckout(deps, intent, customer.customer, urls);
    return { subscription: null, next: { type: 'checkout', url } };
  }
  await confirmed(deps, purchase, customer, body.confirm);
  const intent = open ?? (await startPurchase(deps, purchase, { method: 'card' }));
  const { subscription, next } = await runByCard(deps, intent, customer.customer);
  return { subscription: present(subscription), next };
};

const confirmed = async (
  deps: BillingDeps,
  { item, quantity, promotion }: Purchase,
  { customer, card }: CustomerRow,
  confirm: Wanted['confirm'],
): Promise<void> => {
  if (card === null) return;
  await deps.ensureCatalog();
  const preview = await deps.payments.preview({ customer, priceId: item.price.id, quantity, promotion });
  refuseUnconfirmed(preview, card, confirm);
};

/**
 * What became of a purchase that is open: the page on which the same one goes on, its subscription if it was paid meanwhile, or the
 * intent to repeat because the provider was away. Undefined if there is none any more: the page of another purchase is closed.
 */
const openPurchase = async (deps: BillingDeps, purchase: Purchase): Promise<Bought | IntentRow | undefined> => {
  const { owner, item } = purchase;
  const intent = await findOpenIntent(deps.db, owner, item.product);
  if (!intent) return undefined;
  const isSame = isFor(intent, purchase);
  if (intent.method === 'card') return isSame && intent.error !== null ? intent : refuse('subscription.buying');
  // The page is being made right now.
  if (intent.checkout === null || intent.checkout_url === null) return refuse('subscription.buying');
  const { payments } = deps;
  const result = await (isSame ? payments.checkoutResult(intent.checkout) : payments.expireCheckout(intent.checkout));
  if (result === 'open') return { subscription: null, next: { type: 'checkout', url: intent.checkout_url } };
  if (result === 'expired') {
    await closeIntent(deps.db, intent.id, { state: 'expired', now: deps.clock.now() });
    return undefined;
  }
  const subscription = await settle(deps, intent, result);
  return isSame ? { subscription: present(subscription), next: null } : refuse('subscription.exists');
};

const isFor = (intent: IntentRow, { item, quantity, promotion }: Purchase): boolean =>
  intent.kind === 'create' &&
  intent.price_id === item.price.id &&
  intent.quantity === quantity &&
  intent.promotion === promotion;

/**
 * Reads again whether an earlier purchase still waits for its payment: another one cancels it, which must not happen to one that has been
 * paid and of which nobody has told us yet.
 */
const readUnfinished = async (deps: BillingDeps, owner: Owner, product: SubscriptionProduct): Promise<void> => {
  const rows = await unfinishedSubscriptions(deps.db, owner, product);
  if (!rows.some(({ provider }) => provider === providerOf(deps))) return;
  const customer = await findCustomer(deps.db, owner.account, deps.payments.mode);
  if (customer) await syncCustomer(deps, customer.customer);
};

/** The same purchase whose first payment waits for the customer's confirmation. */
const unconfirmed = async (
  deps: BillingDeps,
  { owner, item, quantity }: Purchase,
  code: string | null,
): Promise<Bought | undefined> => {
  const isIt = (row: SubscriptionRow) =>
    row.status === 'incomplete' &&
    row.provider === providerOf(deps) &&
    row.price_id === item.price.id &&
    row.quantity === quantity &&
    row.promo_code === code;
  const row = (await unfinishedSubscriptions(deps.db, owner, item.product)).find(isIt);
  if (!row || row.latest_invoice === null) return undefined;
  const invoice = await findInvoice(deps.db, owner.account, row.latest_invoice);
  if (invoice?.status !== 'open' || invoice.url === null) return undefined;
  return { subscription: present(row), next: { type: 'confirm', url: invoice.url } };
};
