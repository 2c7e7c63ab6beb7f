import { payments as calls } from '#contract/api/payments.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { requestUrl } from '#contract/api/request.ts';
import { PaymentError, type Payments } from '#server/engines/payments/port.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { findInvoice } from './invoices.repo.ts';

type Deps = Pick<Kernel, 'db' | 'tokens'> & { payments: Pick<Payments, 'invoicePdf'> };

/**
 * A URL of an invoice as PDF: the provider's own, which it signs each time, or where it has none, ours with a token valid for
 * 60 s. Refuses with `invoice.notFound`, also another account's, and with `payment.unavailable`.
 */
export const invoiceLink = async (
  { db, tokens, payments }: Deps,
  { account, invoice, who }: { account: AccountKey; invoice: string; who: Person },
): Promise<{ url: string }> => {
  const row = (await findInvoice(db, account, invoice)) ?? refuse('invoice.notFound');
  const url = await payments.invoicePdf(row.id).catch((error: unknown) => {
    if (!(error instanceof PaymentError)) throw error;
    return error.kind === 'notFound' ? undefined : refuse('payment.unavailable');
  });
  if (url !== undefined) return { url };
  const token = await tokens.sign('download', account, who.id);
  return { url: requestUrl(calls.pdf, { params: { id: account, invoiceId: row.id }, query: { token } }) };
};
