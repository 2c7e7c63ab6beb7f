import type { AccountKey } from '#contract/rules/keys.ts';
import { minorDigits } from '#contract/rules/money.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { invoicesOf, type InvoiceRow } from './invoices.repo.ts';

const pageSize = 500;
/** More than a century of monthly invoices of a plan and its add-ons. */
const maxRows = 10_000;

const columns = [
  'number',
  'created',
  'status',
  'currency',
  'subtotal',
  'discount',
  'tax',
  'total',
  'amount_paid',
  'paid_at',
  'customer',
  'country',
  'vat_number',
  'reverse_charge',
] as const;

/** All invoices of an account as CSV rows, newest first; amounts in the currency's main unit. */
export async function* invoiceRows(db: Db, account: AccountKey): AsyncGenerator<readonly (string | number)[]> {
  yield columns;
  for (let offset = 0; offset < maxRows; offset += pageSize) {
    const page = await invoicesOf(db, account, { limit: pageSize, offset });
    for (const row of page) yield cells(row);
    if (page.length < pageSize) return;
  }
}

const cells = (row: InvoiceRow): (string | number)[] => {
  const unit = 10 ** minorDigits(row.currency);
  const amount = (minor: number) => minor / unit;
  return [
    row.number ?? row.id,
    row.created.toISOString(),
    row.status,
    row.currency.toUpperCase(),
    ...[row.subtotal, row.discount, row.tax, row.total, row.amount_paid].map(amount),
    row.paid_at?.toISOString() ?? '',
    row.billed_to.name,
    row.billed_to.country,
    row.billed_to.taxNumber ?? '',
    row.billed_to.reverseCharge ? 'yes' : 'no',
  ];
};
