import type { Invoice, OnPaid, Subscription } from '../objects.ts';
import { emit, find, put, type World } from '../world.ts';

/** Issues a calculated invoice: it gets its number and page, and the customer's credit is used. */
export const finalize = (
  world: World,
  invoice: Invoice,
  subscription: Subscription,
  onPaid: OnPaid | null = null,
): Invoice => {
  const customer = find(world, 'customer', invoice.customer);
  const sequence = customer.next_invoice_sequence ?? 1;
  invoice.number = `${customer.invoice_prefix ?? 'SBX'}-${String(sequence).padStart(4, '0')}`;
  invoice.hosted_invoice_url = `${world.pagesUrl}/invoice/${invoice.id}/${invoice.sandbox.token}`;
  invoice.sandbox.onPaid = onPaid;
  customer.next_invoice_sequence = sequence + 1;
  customer.balance = invoice.ending_balance ?? 0;
  customer.currency = invoice.currency;
  put(world, customer);
  subscription.latest_invoice = invoice.id;
  put(world, subscription);
  emit(world, 'invoice.created', invoice);
  return emit(world, 'invoice.finalized', invoice);
};

/** Withdraws an open invoice and gives back the credit that it used. */
export const voidInvoice = (world: World, invoice: Invoice): Invoice => {
  const customer = find(world, 'customer', invoice.customer);
  customer.balance += invoice.starting_balance - (invoice.ending_balance ?? 0);
  put(world, customer);
  invoice.status = 'void';
  invoice.status_transitions.voided_at = world.now;
  invoice.next_payment_attempt = null;
  invoice.auto_advance = false;
  return emit(world, 'invoice.voided', invoice);
};
