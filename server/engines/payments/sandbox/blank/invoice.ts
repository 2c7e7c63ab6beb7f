import type Stripe from 'stripe';
import { randomLetters } from '#server/kernel/keys.ts';
import { newId } from '../ids.ts';
import type { Invoice } from '../objects.ts';
import { listOf } from './subscription.ts';

export type InvoiceGiven = {
  customer: Stripe.Customer;
  taxIds: readonly Stripe.TaxId[];
  currency: string;
  reason: NonNullable<Stripe.Invoice['billing_reason']>;
  subscription: { id: string; metadata: Record<string, string>; start: number; end: number } | null;
  now: number;
  footer: string | null;
  taxed: boolean;
  discounts: string[];
  lines: Stripe.InvoiceLineItem[];
  amounts: Pick<
    Stripe.Invoice,
    | 'amount_due'
    | 'starting_balance'
    | 'ending_balance'
    | 'subtotal'
    | 'total'
    | 'total_discount_amounts'
    | 'total_excluding_tax'
    | 'total_taxes'
  >;
};

/** An invoice as the provider would return it, open and not yet attempted. */
export const blankInvoice = (given: InvoiceGiven): Invoice => {
  const { customer, subscription, now, amounts, taxed } = given;
  const id = newId('in');
  return {
    ...({
      id,
      object: 'invoice',
      account_country: null,
      account_name: null,
      account_tax_ids: null,
      ...amounts,
      amount_overpaid: 0,
      amount_paid: 0,
      amount_remaining: amounts.amount_due,
      amount_shipping: 0,
      application: null,
      attempt_count: 0,
      attempted: false,
      auto_advance: true,
      automatic_tax: {
        disabled_reason: null,
        enabled: taxed,
        liability: taxed ? { type: 'self' } : null,
        provider: taxed ? 'sandbox' : null,
        status: taxed ? 'complete' : null,
      },
      automatically_finalizes_at: null,
      billing_reason: given.reason,
      collection_method: 'charge_automatically',
      created: now,
      currency: given.currency,
      custom_fields: customer.invoice_settings.custom_fields,
      customer: customer.id,
      customer_account: null,
      customer_address: customer.address ?? null,
      customer_email: customer.email,
      customer_name: customer.name ?? null,
      customer_phone: null,
      customer_shipping: null,
      customer_tax_exempt: customer.tax_exempt ?? 'none',
      customer_tax_ids: given.taxIds.map(({ type, value }) => ({ type, value })),
      default_payment_method: null,
      default_source: null,
      default_tax_rates: [],
      description: null,
      discounts: given.discounts,
      due_date: null,
      effective_at: now,
      footer: given.footer,
      from_invoice: null,
      hosted_invoice_url: null,
      invoice_pdf: null,
      issuer: { type: 'self' },
      last_finalization_error: null,
      latest_revision: null,
      lines: listOf(
        given.lines.map((line) => ({ ...line, invoice: id })),
        `/v1/invoices/${id}/lines`,
      ),
      livemode: false,
      metadata: {},
      next_payment_attempt: null,
      number: null,
      on_behalf_of: null,
      parent: subscription && {
        quote_details: null,
        subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
        type: 'subscription_details',
      },
      payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
      period_end: subscription?.end ?? now,
      period_start: subscription?.start ?? now,
      post_payment_credit_notes_amount: 0,
      pre_payment_credit_notes_amount: 0,
      receipt_number: null,
      rendering: null,
      shipping_cost: null,
      shipping_details: null,
      statement_descriptor: null,
      status: 'open',
      status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
      subtotal_excluding_tax: amounts.subtotal,
      test_clock: null,
      total_pretax_credit_amounts: [],
      webhooks_delivered_at: now,
    } satisfies Stripe.Invoice),
    sandbox: {
      token: randomLetters(32),
      attempt: 'none',
      reason: '',
      declineCode: '',
      retries: 0,
      onPaid: null,
    },
  };
};

export type LineGiven = {
  description: string;
  amount: number;
  quantity: number;
  currency: string;
  price: { id: string; product: string };
  item: string;
  subscription: string | null;
  period: { start: number; end: number };
  isProration: boolean;
  discounts: Stripe.InvoiceLineItem.DiscountAmount[];
  taxes: Stripe.InvoiceLineItem.Tax[];
};

export const blankLine = (given: LineGiven): Stripe.InvoiceLineItem =>
  ({
    id: newId('il'),
    object: 'line_item',
    amount: given.amount,
    currency: given.currency,
    description: given.description,
    discount_amounts: given.discounts,
    discountable: !given.isProration,
    discounts: given.discounts.map(({ discount }) => discount as string),
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: given.isProration,
        proration_details: null,
        subscription: given.subscription,
        subscription_item: given.item,
      },
      type: 'subscription_item_details',
    },
    period: given.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: given.price.id, product: given.price.product },
      type: 'price_details',
      unit_amount_decimal: null,
    },
    quantity: given.quantity,
    quantity_decimal: null,
    subscription: given.subscription,
    subtotal: given.amount,
    taxes: given.taxes,
  }) satisfies Stripe.InvoiceLineItem;
