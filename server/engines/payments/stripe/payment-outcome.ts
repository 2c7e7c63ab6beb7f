import type Stripe from 'stripe';
import type { NextStep } from '../port.ts';

/** How the latest attempt to pay an invoice ended. */
export type PaymentOutcome = {
  invoice: Stripe.Invoice;
  /** The page on which the customer confirms the payment, if the bank asks for it. */
  next: NextStep | null;
  /** Why the payment was declined, for people; '' if unknown. */
  reason: string;
};

export const paymentOutcome = async (stripe: Stripe, invoiceId: string): Promise<PaymentOutcome> => {
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments.data.payment.payment_intent'] });
  const intents = (invoice.payments?.data ?? []).map(({ payment }) => payment.payment_intent);
  const intent = intents.find((one) => typeof one === 'object');
  const { hosted_invoice_url: url } = invoice;
  const isToConfirm = invoice.status === 'open' && intent?.status === 'requires_action' && typeof url === 'string';
  return {
    invoice,
    next: isToConfirm ? { type: 'confirm', url } : null,
    reason: intent?.last_payment_error?.message ?? '',
  };
};
