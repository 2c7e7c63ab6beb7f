import type { AccountKey } from '#contract/rules/keys.ts';
import type { InvoiceSnapshot } from '#server/engines/payments/port.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { invoicesOf, type InvoiceRow } from './invoices/invoices.repo.ts';

/** As many as the provider is asked for. */
const newest = 24;

/** The newest invoices of an account. */
export const newestInvoices = async (db: Db | Tx, account: AccountKey): Promise<InvoiceRow[]> =>
  await invoicesOf(db, account, { limit: newest, offset: 0 });

/** Whether an account has ever paid anything. */
export const hasPaid = async (db: Db, account: AccountKey): Promise<boolean> => {
  const found = await db
    .selectFrom('invoices')
    .select('id')
    .where('account_key', '=', account)
    .where('amount_paid', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** Stores copies of the provider's invoices. */
export const saveInvoices = async (
  tx: Tx,
  account: AccountKey,
  invoices: readonly InvoiceSnapshot[],
  now: Date,
): Promise<void> => {
  if (invoices.length === 0) return;
  await tx
    .insertInto('invoices')
    .values(invoices.map((invoice) => ({ account_key: account, synced_at: now, ...columnsOf(invoice) })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        number: eb.ref('excluded.number'),
        status: eb.ref('excluded.status'),
        subtotal: eb.ref('excluded.subtotal'),
        discount: eb.ref('excluded.discount'),
        tax: eb.ref('excluded.tax'),
        total: eb.ref('excluded.total'),
        amount_due: eb.ref('excluded.amount_due'),
        amount_paid: eb.ref('excluded.amount_paid'),
        period_start: eb.ref('excluded.period_start'),
        period_end: eb.ref('excluded.period_end'),
        paid_at: eb.ref('excluded.paid_at'),
        next_attempt: eb.ref('excluded.next_attempt'),
        attempts: eb.ref('excluded.attempts'),
        lines: eb.ref('excluded.lines'),
        billed_to: eb.ref('excluded.billed_to'),
        url: eb.ref('excluded.url'),
        synced_at: eb.ref('excluded.synced_at'),
      })),
    )
    .execute();
};

const columnsOf = (invoice: InvoiceSnapshot) => ({
  id: invoice.id,
  number: invoice.number,
  status: invoice.status,
  currency: invoice.currency,
  subtotal: invoice.subtotal,
  discount: invoice.discount,
  tax: invoice.tax,
  total: invoice.total,
  amount_due: invoice.amountDue,
  amount_paid: invoice.amountPaid,
  subscription: invoice.subscription,
  period_start: invoice.periodStart,
  period_end: invoice.periodEnd,
  created: invoice.created,
  paid_at: invoice.paidAt,
  next_attempt: invoice.nextAttempt,
  attempts: invoice.attempts,
  lines: JSON.stringify(invoice.lines),
  billed_to: JSON.stringify(invoice.billedTo),
  url: invoice.url,
});
