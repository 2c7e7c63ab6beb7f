import type { AccountKey } from '#contract/keys.ts';
import { cardName } from '#contract/card-name.ts';
import { dayMs } from '#contract/time.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import type { InvoiceFacts } from '../emails/billing-email.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { InvoiceRow } from '../invoices/invoices.repo.ts';
import type { SyncChange } from './after-sync.ts';

/** An invoice that is new to us but was paid longer ago needs no receipt. */
const freshMs = 3 * dayMs;

/** Queues receipts of invoices that were paid, and an e-mail for each failed attempt to collect a renewal. */
export const emailInvoices = async (
  tx: Tx,
  deps: Pick<Kernel, 'events'>,
  { account, before, after }: SyncChange,
  now: Date,
): Promise<void> => {
  const earlier = new Map(before.invoices.map((invoice) => [invoice.id, invoice]));
  for (const invoice of after.invoices) {
    if (isPaidNow(invoice, earlier.get(invoice.id), now))
      await queueEmail(tx, deps, account, invoice.id, { kind: 'receipt', invoice: factsOf(invoice) });
    if (hasFailedNow(invoice, earlier.get(invoice.id)) && isOwed(invoice, after))
      await emailFailure(tx, deps, account, invoice);
  }
};

const isPaidNow = (invoice: InvoiceRow, earlier: InvoiceRow | undefined, now: Date): boolean =>
  invoice.status === 'paid' &&
  invoice.amount_paid > 0 &&
  earlier?.status !== 'paid' &&
  now.getTime() - (invoice.paid_at ?? invoice.created).getTime() < freshMs;

const hasFailedNow = (invoice: InvoiceRow, earlier: InvoiceRow | undefined): boolean =>
  invoice.status === 'open' && invoice.attempts > (earlier?.attempts ?? 0);

/**
 * Whether a running subscription waits for this invoice. A refused purchase or change is shown to its customer at once instead, and the
 * e-mail about the end of a subscription says that it was not paid.
 */
const isOwed = (invoice: InvoiceRow, { subscriptions }: SyncChange['after']): boolean =>
  subscriptions.some(
    ({ provider_id, status }) => provider_id === invoice.subscription && (status === 'past_due' || status === 'unpaid'),
  );

const emailFailure = async (
  tx: Tx,
  deps: Pick<Kernel, 'events'>,
  account: AccountKey,
  invoice: InvoiceRow,
): Promise<void> => {
  const found = await tx
    .selectFrom('billing_customers')
    .select('card')
    .where('account_key', '=', account)
    .executeTakeFirst();
  await queueEmail(tx, deps, account, `${invoice.id}.${String(invoice.attempts)}`, {
    kind: 'paymentFailed',
    invoice: factsOf(invoice),
    attempt: invoice.attempts,
    nextAttempt: invoice.next_attempt?.toISOString() ?? null,
    card: found?.card ? cardName(found.card) : null,
  });
};

const factsOf = (invoice: InvoiceRow): InvoiceFacts => ({
  number: invoice.number ?? invoice.id,
  currency: invoice.currency,
  lines: [
    ...invoice.lines.map(({ description, amount }) => ({ description, amount })),
    ...(invoice.discount === 0 ? [] : [{ description: 'Discount', amount: -invoice.discount }]),
  ],
  tax: invoice.tax,
  total: invoice.total,
  due: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
});
