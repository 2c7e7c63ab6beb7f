import type { AdInvoice } from '#contract/api/finance.ts';
import { numberText } from './invoice-text.ts';
import type { AdInvoiceRow } from './invoices.repo.ts';

/** An invoice as the contract shows it. */
export const presentInvoice = (row: AdInvoiceRow): AdInvoice => ({
  ...{ id: row.id, statement: row.statement_id, account: { key: row.account_key, company: row.company } },
  ...{ number: numberText(row), month: row.month, state: row.state, accountName: row.account_name },
  ...{ referenceNumber: row.reference_number, mount: row.mount, cpmRate: row.cpm_rate, brdEmail: row.brd_email },
  ...{ currency: row.currency, amount: row.amount_minor, created: row.created.toISOString() },
  sent: row.sent_at?.toISOString() ?? null,
  paid: row.paid_at?.toISOString() ?? null,
  voided: row.voided_at?.toISOString() ?? null,
});
