import * as z from 'zod/mini';
import { dropPending } from '../billing/change-items.ts';
import { reductionOf, reductionsOf, type Reduction } from '../billing/discounts.ts';
import { voidInvoice } from '../billing/finalize.ts';
import { payInvoice, subscriptionOf } from '../billing/pay.ts';
import { previewChange, previewCreation } from '../billing/preview.ts';
import type { Invoice, Subscription } from '../objects.ts';
import { pageOf } from '../wire/page.ts';
import { declined, invalid, Refusal } from '../wire/refusal.ts';
import { automaticTax, billingMode, bool, empty, integer, listShape, route, type Route } from '../wire/route.ts';
import { all, find, put, type World } from '../world.ts';

const item = z.strictObject({ id: z.optional(z.string()), price: z.string(), quantity: z.optional(integer) });
const details = z.strictObject({
  items: z.array(item).check(z.length(1)),
  billing_mode: billingMode,
  proration_behavior: z.optional(z.enum(['always_invoice', 'none'])),
  proration_date: z.optional(integer),
});
const discount = z.strictObject({ promotion_code: z.string() });

/** Invoices, what they would be, and their payment. */
export const invoiceRoutes: readonly Route[] = [
  route('GET', 'invoices', { ...listShape, customer: z.string() }, (world, given) =>
    pageOf(all(world, 'invoice'), given, '/v1/invoices'),
  ),
  route('GET', 'invoices/:id', {}, (world, _given, [id = '']) => find(world, 'invoice', id)),
  route(
    'POST',
    'invoices/create_preview',
    {
      customer: z.string(),
      subscription: z.optional(z.string()),
      subscription_details: details,
      discounts: z.optional(z.union([empty, z.array(discount)])),
      automatic_tax: automaticTax,
    },
    (world, { customer, subscription, subscription_details: asked, discounts, automatic_tax }) => {
      const [{ price: priceId, quantity = 1 }] = asked.items as [z.infer<typeof item>];
      const price = find(world, 'price', priceId);
      const of = subscription === undefined ? undefined : find(world, 'subscription', subscription);
      const reductions = reductionsAsked(world, of, discounts);
      if (!of) {
        const taxed = automatic_tax?.enabled ?? false;
        return unstored(
          previewCreation(world, { customer: find(world, 'customer', customer), price, quantity, reductions, taxed }),
        );
      }
      const date = asked.proration_behavior === 'none' ? null : (asked.proration_date ?? world.now);
      return unstored(previewChange(world, of, { price, quantity, reductions }, date));
    },
  ),
  route(
    'POST',
    'invoices/:id/pay',
    { payment_method: z.optional(z.string()), off_session: z.optional(bool) },
    (world, given, [id = '']) => {
      const invoice = requireOpen(find(world, 'invoice', id));
      const method =
        given.payment_method === undefined ? {} : { method: find(world, 'payment_method', given.payment_method) };
      const answer = payInvoice(world, invoice, method);
      if (answer.as === 'paid') return invoice;
      if (answer.as === 'declined') throw declined(answer.message, answer.code);
      throw new Refusal(402, {
        type: 'invalid_request_error',
        code: 'invoice_payment_intent_requires_action',
        message: 'Payment for this invoice requires additional user action before it can be completed successfully.',
      });
    },
  ),
  route('POST', 'invoices/:id/void', {}, (world, _given, [id = '']) => {
    const invoice = requireOpen(find(world, 'invoice', id));
    const subscription = subscriptionOf(world, invoice);
    if (subscription?.pending_update && subscription.latest_invoice === id) dropPending(world, subscription);
    return invoice.status === 'open' ? voidInvoice(world, invoice) : put(world, invoice);
  }),
];

const requireOpen = (invoice: Invoice): Invoice => {
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', 'invoice_already_paid');
  if (invoice.status !== 'open')
    throw invalid(`The invoice is ${invoice.status ?? 'a draft'}.`, 'invoice_not_editable');
  return invoice;
};

/** Named codes replace the discounts of the subscription. */
const reductionsAsked = (
  world: World,
  of: Subscription | undefined,
  given: '' | readonly z.infer<typeof discount>[] | undefined,
): Reduction[] => {
  if (given === undefined) return of ? reductionsOf(world, of) : [];
  return given === '' ? [] : given.map(({ promotion_code }) => reductionOf(world, promotion_code));
};

const unstored = (invoice: Invoice): Invoice => ({ ...invoice, status: 'draft', ending_balance: null, number: null });
