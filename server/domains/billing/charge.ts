import type { AccountKey } from '#contract/rules/keys.ts';
import type { Purchasable } from '#contract/api/add-ons.ts';
import type { ChargePreview, NewSubscription } from '#contract/api/billing.ts';
import { cardName } from '#contract/rules/card-name.ts';
import { amountText } from '#contract/rules/money.ts';
import type { Card, Preview, Promotion } from '#server/engines/payments/port.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { BillingDeps } from './billing.deps.ts';
import { hasPaid } from './invoice-copies.repo.ts';

/** A preview as the contract shows it. */
export const presentPreview = (preview: Preview): ChargePreview => ({
  amount_due: preview.amountDue,
  credit: preview.credit,
  tax: preview.tax,
  currency: preview.currency,
  lines: preview.lines.map(({ description, amount }) => ({ description, amount })),
  next_amount: preview.nextAmount,
  next_at: preview.nextAt?.toISOString() ?? null,
});

/** Refuses with `subscription.confirmCharge` unless the customer agreed to at least what would be charged now (minor units). */
export const refuseUnconfirmed = (
  { amountDue, currency }: Preview,
  card: Card,
  confirm: NewSubscription['confirm'],
): void => {
  if (confirm && confirm.currency.toLowerCase() === currency && amountDue <= confirm.amount_due) return;
  refuse('subscription.confirmCharge', {
    amount: amountText(amountDue, currency),
    amount_due: amountDue,
    currency,
    card: cardName(card),
  });
};

/**
 * The promotion behind a code, null without one. Refuses with `plan.invalidPromoCode` one that is unknown, used up, or doesn't apply to
 * this price or to this account.
 */
export const promotionFor = async (
  { db, payments }: Pick<BillingDeps, 'db' | 'payments'>,
  account: AccountKey,
  item: Pick<Purchasable, 'providerProduct'>,
  code: string | undefined,
): Promise<Promotion | null> => {
  const wanted = code?.trim() ?? '';
  if (wanted === '') return null;
  const found = await payments.findPromotion(wanted);
  if (!found || !applies(found, item)) return refuse('plan.invalidPromoCode');
  if (found.firstTime && (await hasPaid(db, account))) return refuse('plan.invalidPromoCode');
  return found;
};

const applies = ({ products, currency }: Promotion, item: Pick<Purchasable, 'providerProduct'>): boolean =>
  (products.length === 0 || products.includes(item.providerProduct)) && (currency === null || currency === 'usd');
