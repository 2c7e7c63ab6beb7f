import { sql, type RawBuilder } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import { cardName } from '#contract/rules/card-name.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import type { InvoiceFacts } from '../emails/billing-email.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { InvoiceRow } from '../invoices/invoices.repo.ts';
import { aheadOf } from './account-time.ts';
import type { SyncChange } from './after-sync.ts';

/** An invoice that is new to us but was paid longer ago needs no receipt. */
const freshMs = 3 * dayMs;

/**
 * Queues receipts of invoices that were paid, and an e-mail for each failed attempt to collect a renewal: to confirm the payment where the
 * bank asks for that, which only an event of the provider says, possibly after the sync that found the failure.
 */
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
    if (!isOwed(invoice, after)) continue;
    if (await mustBeConfirmed(tx, account, invoice)) await emailConfirmation(tx, deps, account, invoice);
    // Whatever an earlier sync saw: it may have read the attempt before its subscription was past due.
    else if (invoice.attempts > 0) await emailFailure(tx, deps, account, invoice);
  }
};

const isPaidNow = (invoice: InvoiceRow, earlier: InvoiceRow | undefined, now: Date): boolean =>
  invoice.status === 'paid' &&
  invoice.amount_paid > 0 &&
  earlier?.status !== 'paid' &&
  now.getTime() - (invoice.paid_at ?? invoice.created).getTime() < freshMs;

const mustBeConfirmed = async (tx: Tx, account: AccountKey, { created }: InvoiceRow): Promise<boolean> => {
  const { rows } =
    await sql`select from accounts where key = ${account} and ${isToConfirm(sql`${created}::timestamptz`)}`.execute(tx);
  return rows.length > 0;
};

/**
 * SQL: whether the provider said, since an invoice of `accounts.key` was created, that a payment must be confirmed. Events of the sandbox
 * have the real time, its invoices that of the account's clock.
 */
export const isToConfirm = (created: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from billing_events event join billing_customers of on of.customer = event.customer
    where of.account_key = accounts.key and event.type = ${confirmationNeeded}
      and event.created + ${aheadOf} >= ${created})`;

/** The provider's event that says that the customer must confirm a payment (3-D Secure). */
const confirmationNeeded = 'invoice.payment_action_required';

/** One for each attempt. */
const emailConfirmation = async (
  tx: Tx,
  deps: Pick<Kernel, 'events'>,
  account: AccountKey,
  invoice: InvoiceRow,
): Promise<void> => {
  const about = `${invoice.id}.${String(invoice.attempts)}`;
  await queueEmail(tx, deps, account, about, { kind: 'confirmPayment', isPurchase: false, invoice: factsOf(invoice) });
};

/**
 * Whether a running subscription waits for this invoice. A refused purchase or change is shown to its customer at once instead, and the
 * e-mail about the end of a subscription says that it was not paid.
 */
const isOwed = (invoice: InvoiceRow, { subscriptions }: SyncChange['after']): boolean =>
  invoice.status === 'open' &&
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

export const factsOf = (invoice: InvoiceRow): InvoiceFacts => ({
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
