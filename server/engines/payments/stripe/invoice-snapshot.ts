import type Stripe from 'stripe';
import type { InvoiceSnapshot } from '../port.ts';
import { dateOf, dateOrNull, idOrNull } from './parts.ts';

/** An invoice as we keep it, with its first ten lines. */
export const invoiceSnapshot = (of: Stripe.Invoice): InvoiceSnapshot => ({
  id: of.id,
  customer: idOrNull(of.customer) ?? '',
  number: of.number,
  status: (of.status ?? 'draft') as InvoiceSnapshot['status'],
  currency: of.currency,
  subtotal: of.subtotal,
  discount: sumOf(of.total_discount_amounts),
  tax: taxOf(of),
  total: of.total,
  amountDue: of.amount_due,
  amountPaid: of.amount_paid,
  subscription: idOrNull(of.parent?.subscription_details?.subscription),
  ...periodOf(of),
  created: dateOf(of.created),
  paidAt: dateOrNull(of.status_transitions.paid_at),
  nextAttempt: dateOrNull(of.next_payment_attempt),
  attempts: of.attempt_count,
  lines: linesOf(of),
  billedTo: billedTo(of),
  url: of.hosted_invoice_url ?? null,
});

export const taxOf = (of: Stripe.Invoice): number => sumOf(of.total_taxes);

export const linesOf = (of: Stripe.Invoice): InvoiceSnapshot['lines'] =>
  of.lines.data.map(({ description, amount, quantity }) => ({
    description: description ?? '',
    amount,
    quantity: quantity ?? 1,
  }));

/** The period that is paid for: an invoice's own period is the one before, in which its usage was counted. */
const periodOf = ({
  lines,
  period_start,
  period_end,
}: Stripe.Invoice): Pick<InvoiceSnapshot, 'periodStart' | 'periodEnd'> => {
  const periods = lines.data.map(({ period }) => period);
  return {
    periodStart: dateOf(Math.min(...(periods.length > 0 ? periods.map(({ start }) => start) : [period_start]))),
    periodEnd: dateOf(Math.max(...(periods.length > 0 ? periods.map(({ end }) => end) : [period_end]))),
  };
};

const billedTo = (of: Stripe.Invoice): InvoiceSnapshot['billedTo'] => ({
  name: of.customer_name ?? '',
  email: of.customer_email ?? '',
  country: of.customer_address?.country ?? '',
  taxNumber: of.customer_tax_ids?.[0]?.value ?? of.custom_fields?.[0]?.value ?? null,
  reverseCharge:
    of.customer_tax_exempt === 'reverse' ||
    (of.total_taxes ?? []).some(({ taxability_reason }) => taxability_reason === 'reverse_charge'),
});

const sumOf = (parts: readonly { amount: number }[] | null): number =>
  (parts ?? []).reduce((sum, { amount }) => sum + amount, 0);
