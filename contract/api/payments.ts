import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { text, whole } from '../rules/listing.ts';
import { invoiceStatuses } from './subscription.ts';

/** A provider's invoice; amounts in the minor unit of `currency`. */
export const Invoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  status: z.enum(invoiceStatuses),
  currency: z.string(),
  subtotal: z.number(),
  discount: z.number(),
  tax: z.number(),
  total: z.number(),
  amount_due: z.number(),
  amount_paid: z.number(),
  created: z.string(),
  paid_at: z.nullable(z.string()),
  /** When the provider tries to collect it again. */
  next_attempt: z.nullable(z.string()),
  attempts: z.number(),
  lines: z.array(z.object({ description: z.string(), amount: z.number(), quantity: z.number() })),
});
export type Invoice = z.infer<typeof Invoice>;

/** What the page "Billing" shows beside the invoices; all of it is our copy, so it is there while the provider is away. */
export const BillingOverview = z.object({
  /** `sandbox`: no money moves. */
  mode: z.enum(['live', 'test', 'sandbox']),
  /** The account's id at the payment provider; null before its first purchase. */
  customer: z.nullable(z.string()),
  currency: z.string(),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() })),
  /** The account's VAT number and its verification; `unchecked`: from outside the EU. */
  vat: z.nullable(
    z.object({
      number: z.string(),
      country: z.string(),
      status: z.enum(['pending', 'valid', 'invalid', 'unchecked']),
      name: z.nullable(z.string()),
    }),
  ),
  /** What is left of earlier payments, minor units; it reduces the next invoices. */
  credit: z.number(),
  /** The next regular charge, with the card on file. */
  upcoming: z.nullable(z.object({ amount: z.number(), currency: z.string(), at: z.string() })),
  /** The oldest unpaid invoice. */
  open_invoice: z.nullable(Invoice),
  held: z.nullable(z.object({ since: z.string(), reason: z.string() })),
  grace_ends: z.nullable(z.string()),
});
export type BillingOverview = z.infer<typeof BillingOverview>;

/** A path below the account's; its subscriptions by default. */
const returnPath = z.optional(text(300));
const InvoiceId = { invoiceId: z.string().check(z.regex(/^in_\w{1,80}$/, 'Not the ID of an invoice.')) };

/** Cards, invoices and payments of an account (spec §2 "subscriptions/billing"). */
export const payments = {
  overview: endpoint('GET accounts/{id}/billing', {
    flag: 'subscriptions',
    access: 'account.readInvoices',
    summary: 'The card, VAT number, next charge and unpaid invoice of an account',
    returns: BillingOverview,
    spec: 'own',
  }),
  portal: endpoint('POST accounts/{id}/billingPortal', {
    flag: 'subscriptions',
    access: 'account.buyPlan',
    summary: "The URL of the payment provider's page on which the card is changed",
    body: z.object({ returnPath, flow: z._default(z.enum(['card', 'all']), 'all') }),
    returns: z.object({ url: z.string() }),
    rateLimit: { max: 30, seconds: 3600 },
    spec: 'own',
    changes: { none: 'The browser leaves the page.' },
  }),
  invoices: endpoint('GET accounts/{id}/invoices', {
    flag: 'subscriptions',
    access: 'account.readInvoices',
    summary: 'The invoices of an account, newest first',
    query: { limit: whole(10, 1000), offset: whole(0, 100_000) },
    returns: z.object({ entities: z.array(Invoice), total: z.number() }),
    spec: 'own',
  }),
  invoicesCsv: endpoint('GET accounts/{id}/invoices.csv', {
    flag: 'subscriptions',
    access: 'account.readInvoices',
    summary: 'All invoices of an account as CSV',
    returns: { raw: 'csv' },
    spec: 'own',
  }),
  pay: endpoint('POST accounts/{id}/invoices/{invoiceId}/pay', {
    flag: 'subscriptions',
    access: 'account.buyPlan',
    summary: 'Pay an open invoice with the card on file',
    params: InvoiceId,
    returns: z.object({
      invoice: Invoice,
      next: z.nullable(z.object({ type: z.enum(['checkout', 'confirm']), url: z.string() })),
    }),
    rateLimit: { max: 20, seconds: 3600 },
    spec: 'own',
    changes: [
      'accounts/{id}',
      'accounts/{id}/planFeatures',
      'accounts/{id}/getSubscriptions',
      'accounts/{id}/canUpdateSubscription',
      'accounts/{id}/billing',
      'accounts/{id}/invoices',
      'accounts/{id}/checklist',
      'accounts/{id}/stations/search',
      'stations/*/getSubscriptions',
    ],
  }),
  link: endpoint('POST accounts/{id}/invoices/{invoiceId}/link', {
    flag: 'subscriptions',
    access: 'account.readInvoices',
    summary: 'A URL of an invoice as PDF, valid for 60 s',
    params: InvoiceId,
    returns: z.object({ url: z.string() }),
    audit: false,
    spec: 'own',
    changes: { none: 'It only signs a link.' },
  }),
  pdf: endpoint('GET accounts/{id}/invoices/{invoiceId}/pdf', {
    flag: 'subscriptions',
    base: 'media',
    access: 'token:download',
    summary: 'An invoice as PDF, by the token of its link; where the payment provider makes none',
    params: InvoiceId,
    query: { token: text(2000) },
    returns: { raw: 'binary', type: 'application/pdf' },
    spec: 'own',
  }),
};
