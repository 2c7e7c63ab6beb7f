import { type InvoiceSnapshot, type NextStep } from '../port.ts';
import { defaultCard } from './customers.ts';
import { isRefusal } from './errors.ts';
import { invoiceSnapshot } from './invoice-snapshot.ts';
import { idOrNull, type Connection } from './parts.ts';
import { paymentOutcome } from './payment-outcome.ts';

/** Pays an open invoice with the card on file; one that isn't open is returned as it is, so a second click does no harm. */
export const payInvoice = async (
  to: Connection,
  id: string,
): Promise<{ invoice: InvoiceSnapshot; next: NextStep | null }> => {
  const { stripe } = to;
  const before = await stripe.invoices.retrieve(id);
  if (before.status !== 'open') return { invoice: invoiceSnapshot(before), next: null };
  const customer = idOrNull(before.customer);
  const card = customer === null ? undefined : await defaultCard(to, customer);
  try {
    const paid = await stripe.invoices.pay(id, {
      off_session: false,
      ...(card !== undefined && { payment_method: card }),
    });
    return { invoice: invoiceSnapshot(paid), next: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { invoice, next } = await paymentOutcome(stripe, id);
    if (invoice.status === 'open' && !next) throw error;
    return { invoice: invoiceSnapshot(invoice), next };
  }
};

/** The URL of the provider's PDF, which changes; undefined where there is none. */
export const invoicePdf = async ({ stripe }: Connection, id: string): Promise<string | undefined> =>
  (await stripe.invoices.retrieve(id)).invoice_pdf ?? undefined;
