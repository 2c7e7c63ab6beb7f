import type * as z from 'zod/mini';
import { purchasableOf } from '#contract/api/add-ons.ts';
import type { Bought, NewSubscription } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { BillingDeps } from './billing.deps.ts';
import { findById, type SubscriptionRow } from './billing.repo.ts';
import { promotionFor, refuseUnconfirmed } from './charge.ts';
import { customerOf } from './customer.ts';
import { customerFor } from './end-subscription.ts';
import { findOpenIntent, type IntentRow } from './intents.repo.ts';
import { isActive } from './projection.ts';
import { changeRefusal } from './plan-change.ts';
import { offeredItem, refuseUnfit } from './purchase.ts';
import { runByCard } from './run-purchase.ts';
import { startPurchase, type Purchase } from './start-purchase.ts';
import { present, rowInScope } from './subscriptions.ts';
import { syncCustomer } from './sync.ts';

/**
 * Changes the plan, interval or quantity of a paid subscription at once, with proration, once the customer has confirmed the charge.
 * Refuses with `subscription.notPaid`, `.ended`, `.pending`, `.pastDue`, `.ending`, `.notOffered`, `.buying` and `.confirmCharge`, with
 * the `plan.…` reasons, and with `payment.…`.
 */
export const updateSubscription = async (
  deps: BillingDeps,
  account: AccountKey,
  id: string,
  body: z.output<typeof NewSubscription>,
): Promise<Bought> => {
  const row = await paidRow(deps, account, id);
  const standing = changeRefusal(row);
  if (standing) refuse(`subscription.${standing}`);
  const owner = { account, station: null };
  const item = offeredItem(deps, owner, body.priceId);
  await refuseUnfit(deps.db, owner, item, body.quantity);
  const found = await promotionFor(deps, account, item, body.promoCode);
  const purchase: Purchase = { owner, item, quantity: body.quantity, promotion: found?.id ?? null };
  if (row.price_id === item.price.id && row.quantity === body.quantity && found === null)
    return { subscription: present(row), next: null };
  const repeated = await openChange(deps, row, purchase);
  const { customer, card } = await customerOf(deps, account);
  if (card === null) return refuse('plan.noPaymentMethod');
  await deps.ensureCatalog();
  const request = { subscription: row.provider_id ?? '', priceId: item.price.id, quantity: body.quantity };
  const preview = await deps.payments.preview({ ...request, promotion: purchase.promotion });
  refuseUnconfirmed(preview, card, body.confirm);
  const intent = repeated ?? (await startPurchase(deps, purchase, { method: 'card', changes: row.id }));
  const { subscription, next } = await runByCard(deps, intent, customer);
  return { subscription: present(subscription), next };
};

/**
 * Applies a promo code to a paid subscription, from its next invoice (spec §7). Refuses with `plan.invalidPromoCode`,
 * `subscription.notPaid` and `subscription.ended`.
 */
export const applyPromoCode = async (
  deps: BillingDeps,
  account: AccountKey,
  id: string,
  code: string,
): Promise<Subscription> => {
  const row = await paidRow(deps, account, id);
  const customer = await customerFor(deps, row);
  const item = row.price_id === null ? undefined : purchasableOf(row.price_id);
  const promotion = await promotionFor(deps, account, item ?? { providerProduct: '' }, code);
  if (!promotion) return refuse('plan.invalidPromoCode');
  if (row.discount?.code !== promotion.code) {
    // A key for each time that it replaces another discount.
    const key = `promo:${row.id}:${promotion.id}:${row.discount?.code ?? ''}:${String(row.updated.getTime())}`;
    await deps.payments.setDiscount(row.provider_id ?? '', promotion.id, key);
    await syncCustomer(deps, customer);
  }
  return present((await findById(deps.db, id)) ?? refuse('subscription.notFound'));
};

/** The account's own subscription, if it is paid at this provider, active and not about to change. */
const paidRow = async (
  deps: Pick<BillingDeps, 'db' | 'payments'>,
  account: AccountKey,
  id: string,
): Promise<SubscriptionRow> => {
  const row = await rowInScope(deps.db, { account }, id);
  if (row.status === 'incomplete') refuse('subscription.pending');
  if (!isActive(row.status)) refuse('subscription.ended');
  if (row.provider_id === null) refuse('subscription.notPaid');
  if (row.pending !== null) refuse('subscription.pending');
  await customerFor(deps, row);
  return row;
};

/** The intent of the same change, to repeat as the provider was away; refuses with `subscription.buying` while another is open. */
const openChange = async (
  { db }: Pick<BillingDeps, 'db'>,
  row: SubscriptionRow,
  { owner, item, quantity, promotion }: Purchase,
): Promise<IntentRow | undefined> => {
  const intent = await findOpenIntent(db, owner, 'plan');
  if (!intent) return undefined;
  const isSame =
    intent.kind === 'change' &&
    intent.subscription_id === row.id &&
    intent.price_id === item.price.id &&
    intent.quantity === quantity &&
    intent.promotion === promotion;
  return isSame && intent.error !== null ? intent : refuse('subscription.buying');
};
