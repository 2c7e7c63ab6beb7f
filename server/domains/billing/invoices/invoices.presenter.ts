import type { Invoice } from '#contract/api/payments.ts';
import type { InvoiceRow } from './invoices.repo.ts';

/** An invoice as the API shows it; amounts in the minor unit of its currency. */
export const presentInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  status: row.status,
  currency: row.currency,
  subtotal: row.subtotal,
  discount: row.discount,
  tax: row.tax,
  total: row.total,
  amount_due: row.amount_due,
  amount_paid: row.amount_paid,
  created: row.created.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
  next_attempt: row.next_attempt?.toISOString() ?? null,
  attempts: row.attempts,
  lines: row.lines,
});
