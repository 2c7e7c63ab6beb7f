import type Stripe from 'stripe';
import { listOf } from '../blank/subscription.ts';
import type { Invoice } from '../objects.ts';

/** The attempts to pay an invoice, as far as anyone asks: the state of the latest, and why it was declined. */
export const paymentsOf = (invoice: Invoice): Stripe.ApiList<Pick<Stripe.InvoicePayment, 'id' | 'object'>> => {
  const { attempt, reason, declineCode } = invoice.sandbox;
  if (invoice.amount_due === 0) return listOf([], `/v1/invoices/${invoice.id}/payments`);
  const states = { none: 'requires_payment_method', declined: 'requires_payment_method', action: 'requires_action' };
  const intent = {
    id: `pi_${invoice.id.slice(3)}`,
    object: 'payment_intent',
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    created: invoice.created,
    livemode: false,
    status: invoice.status === 'paid' ? 'succeeded' : states[attempt],
    last_payment_error:
      attempt === 'declined'
        ? { type: 'card_error', code: 'card_declined', decline_code: declineCode, message: reason }
        : null,
  } satisfies Partial<Stripe.PaymentIntent>;
  const payment = {
    id: `inpay_${invoice.id.slice(3)}`,
    object: 'invoice_payment',
    amount_paid: invoice.status === 'paid' ? invoice.amount_paid : null,
    amount_requested: invoice.amount_due,
    created: invoice.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent as unknown as Stripe.PaymentIntent },
    status: invoice.status === 'paid' ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: invoice.status_transitions.paid_at },
  } satisfies Stripe.InvoicePayment;
  return listOf([payment], `/v1/invoices/${invoice.id}/payments`);
};
