import type Stripe from 'stripe';
import { blankInvoice, blankLine } from '../blank/invoice.ts';
import type { Invoice, Price } from '../objects.ts';
import { all, type World } from '../world.ts';
import { sum } from './cents.ts';
import { describe } from './describe.ts';
import { discountAmounts, type Reduction } from './discounts.ts';
import { lineTaxes, reverseChargeText, taxOfCustomer } from './tax.ts';

/** The least that can be charged, minor units: less is added to the next invoice. */
const leastCharge = 50;

/** What is billed, before discounts and tax. A negative amount takes back what was billed, discounts included. */
export type Charge = {
  text: 'regular' | 'unused' | 'remaining' | 'trial';
  amount: number;
  quantity: number;
  price: Price;
  item: string;
  period: { start: number; end: number };
  /** The part of a whole period that it is for. */
  share: { part: number; whole: number };
};

export type DrawUp = {
  customer: Stripe.Customer;
  subscription: { id: string; metadata: Record<string, string>; start: number; end: number } | null;
  currency: string;
  reason: NonNullable<Stripe.Invoice['billing_reason']>;
  charges: readonly Charge[];
  reductions: readonly Reduction[];
  taxed: boolean;
};

/** Calculates an invoice: discounts per line, tax on what remains, then what the customer has as credit. Nothing is stored. */
export const drawUp = (world: World, given: DrawUp): Invoice => {
  const { customer, subscription, currency } = given;
  const rule = taxOfCustomer(world, customer);
  const lines = given.charges.map((charge) => {
    const { amount, price, share } = charge;
    const discounts = amount > 0 ? discountAmounts(given.reductions, { amount, product: price.product, share }) : [];
    const taxable = amount - sum(discounts.map((one) => one.amount));
    return blankLine({
      ...charge,
      description: describe(world, charge),
      currency,
      subscription: subscription?.id ?? null,
      isProration: charge.text === 'unused' || charge.text === 'remaining',
      discounts,
      taxes: given.taxed ? lineTaxes(rule, taxable) : [],
    });
  });
  return blankInvoice({
    ...given,
    taxIds: all(world, 'tax_id'),
    now: world.now,
    footer: given.taxed && rule.reason === 'reverse_charge' ? reverseChargeText : null,
    discounts: given.reductions.map(({ discount }) => discount),
    lines,
    amounts: totals(lines, customer.balance),
  });
};

/** What an invoice's first charge costs after discounts, before tax: what is credited if it isn't used. */
export const netOf = ({ lines }: Invoice, item: string): number =>
  sum(
    lines.data
      .filter(({ amount, parent }) => amount > 0 && parent?.subscription_item_details?.subscription_item === item)
      .map(({ amount, discount_amounts }) => amount - sum((discount_amounts ?? []).map((one) => one.amount))),
  );

const totals = (
  lines: readonly Stripe.InvoiceLineItem[],
  balance: number,
): Parameters<typeof blankInvoice>[0]['amounts'] => {
  const discounts = lines.flatMap(({ discount_amounts }) => discount_amounts ?? []);
  const taxes = lines.flatMap((line) => line.taxes ?? []);
  const subtotal = sum(lines.map(({ amount }) => amount));
  const net = subtotal - sum(discounts.map(({ amount }) => amount));
  const total = net + sum(taxes.map(({ amount }) => amount));
  const due = total + balance;
  const isCharged = due >= leastCharge;
  return {
    subtotal,
    total,
    total_excluding_tax: net,
    total_discount_amounts: discounts,
    total_taxes: taxes,
    starting_balance: balance,
    ending_balance: isCharged ? 0 : due,
    amount_due: isCharged ? due : 0,
  };
};
