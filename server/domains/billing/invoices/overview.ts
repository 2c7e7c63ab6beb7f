import type { AccountKey } from '#contract/rules/keys.ts';
import type { BillingOverview } from '#contract/api/payments.ts';
import type { Payments } from '#server/engines/payments/port.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { findCustomer } from '../customers.repo.ts';
import { holdOf } from '../life/grace.ts';
import { presentInvoice } from './invoices.presenter.ts';
import * as repo from './invoices.repo.ts';

/** What the page "Billing" shows, from our copies only: it also works while the provider is away. */
export const billingOverview = async (
  { db, payments }: Pick<Kernel, 'db'> & { payments: Pick<Payments, 'mode'> },
  account: AccountKey,
): Promise<BillingOverview> => {
  const [customer, renewals, open, vat, { held, graceEnds }] = await Promise.all([
    findCustomer(db, account, payments.mode),
    repo.renewalsOf(db, account),
    repo.oldestOpenInvoice(db, account),
    repo.vatNumberOf(db, account),
    holdOf(db, account),
  ]);
  const credit = customer?.credit ?? 0;
  return {
    mode: payments.mode,
    customer: customer?.customer ?? null,
    currency: customer?.currency ?? 'usd',
    card: customer?.card ?? null,
    vat: vat && {
      number: vat.number,
      country: vat.check?.country ?? vat.country,
      status: vat.check?.state ?? 'unchecked',
      name: vat.check?.name ?? null,
    },
    credit,
    upcoming: upcomingOf(renewals, credit),
    open_invoice: open ? presentInvoice(open) : null,
    held,
    grace_ends: graceEnds,
  };
};

/**
 * The next charge: every subscription that renews on the same day (UTC) as the first, less discounts and what is left of
 * earlier payments, with tax as on its newest invoice. Null if nothing renews.
 */
export const upcomingOf = (renewals: readonly repo.Renewal[], credit: number): BillingOverview['upcoming'] => {
  const [first] = renewals;
  if (!first?.ends) return null;
  const at = first.ends.toISOString();
  const day = at.slice(0, 10);
  const amounts = renewals
    .filter(({ ends, currency }) => ends?.toISOString().slice(0, 10) === day && currency === first.currency)
    .map(amountOf);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  return { amount: Math.max(0, total - credit), currency: first.currency ?? 'usd', at };
};

const amountOf = ({ unit_amount, quantity, discount, ends, tax_rate }: repo.Renewal): number => {
  const full = (unit_amount ?? 0) * quantity;
  const applies = discount && (discount.ends === null || ends === null || Date.parse(discount.ends) > ends.getTime());
  const off = applies ? (discount.amount_off ?? Math.round((full * (discount.percent_off ?? 0)) / 100)) : 0;
  const net = Math.max(0, full - off);
  return net + Math.round(net * tax_rate);
};
