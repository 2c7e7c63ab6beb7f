import type { SubscriptionRow } from './billing.repo.ts';
import type { InvoiceRow } from './invoices/invoices.repo.ts';

/** Our copies of what the provider has of an account. */
export type Held = { subscriptions: readonly SubscriptionRow[]; invoices: readonly InvoiceRow[] };

/** How the copies changed, one sentence each: `sub_1: status active → past_due`. */
export const describeChanges = (before: Held, after: Held): string[] => [
  ...differences(before.subscriptions, after.subscriptions, ({ provider_id, id }) => provider_id ?? id, subscriptionOf),
  ...differences(before.invoices, after.invoices, ({ id }) => id, invoiceOf),
];

const subscriptionOf = (row: SubscriptionRow) => ({
  status: row.status,
  plan: row.plan,
  price: row.price_id,
  quantity: row.quantity,
  ends: row.ends?.toISOString() ?? null,
  'ends with its period': row.cancel_at_period_end,
  pending: row.pending?.priceId ?? null,
  discount: row.discount?.code ?? null,
});

const invoiceOf = (row: InvoiceRow) => ({ status: row.status, total: row.total, paid: row.amount_paid });

type Fields = Record<string, string | number | boolean | null>;

const differences = <Row>(
  before: readonly Row[],
  after: readonly Row[],
  idOf: (row: Row) => string,
  fieldsOf: (row: Row) => Fields,
): string[] => {
  const previous = new Map(before.map((row) => [idOf(row), fieldsOf(row)]));
  return after.flatMap((row) => {
    const [id, now, then] = [idOf(row), fieldsOf(row), previous.get(idOf(row))];
    if (!then) return [`${id}: new, ${String(now.status)}`];
    const changed = Object.keys(now).filter((name) => now[name] !== then[name]);
    return changed.map((name) => `${id}: ${name} ${String(then[name])} → ${String(now[name])}`);
  });
};
