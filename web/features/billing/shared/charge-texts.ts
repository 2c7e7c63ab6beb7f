import type { ChargePreview } from '#contract/api/billing.ts';
import type { BillingOverview } from '#contract/api/payments.ts';
import type { Interval } from '#contract/rules/plans.ts';
import { money } from '#web/lib/currencies.ts';
import { day } from '#web/lib/format.ts';

/** Minor units as `$29.00`. */
export const amount = (minor: number, currency: string): string => money(minor, currency.toUpperCase());

const brandNames: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** `Visa •••• 4242`. */
export const cardName = ({ brand, last4 }: NonNullable<BillingOverview['card']>): string =>
  `${brandNames[brand.toLowerCase()] ?? 'Card'} •••• ${last4}`;

/** What the customer agrees to by paying: what is charged now, and from when how much. */
export const chargeSentence = (
  card: string,
  { amount_due, credit, currency, next_amount, next_at }: ChargePreview,
  interval: Interval,
): string => {
  const now =
    amount_due > 0
      ? `${card} will be charged ${amount(amount_due, currency)} today`
      : credit > 0
        ? `Nothing is charged today, and ${amount(credit, currency)} is left for the next invoices`
        : 'Nothing is charged today';
  const from = next_at === null ? '' : ` from ${day(next_at)}`;
  return `${now}, then ${amount(next_amount, currency)} every ${interval}${from}.`;
};

/** The lines of a charge that add up to what is due; what the provider took off is a line of its own. */
export const chargeLines = ({ lines, tax, amount_due, credit }: ChargePreview) => {
  const rows = lines.map(({ description, amount }) => ({ label: description, amount }));
  if (tax !== 0) rows.push({ label: 'Tax', amount: tax });
  const missing = amount_due - credit - rows.reduce((sum, row) => sum + row.amount, 0);
  if (missing !== 0) rows.push({ label: missing < 0 ? 'Discount and credit' : 'Other charges', amount: missing });
  return rows;
};
