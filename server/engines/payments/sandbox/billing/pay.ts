import { declineOf } from '../cards.ts';
import type { Invoice, PaymentMethod, Subscription } from '../objects.ts';
import { all, emit, find, lookUp, put, type World } from '../world.ts';
import { applyChange } from './apply-change.ts';

/** How a charge would end: the bank's answer, which depends on the card alone. */
export type Answer = { as: 'paid' } | { as: 'action' } | { as: 'declined'; message: string; code: string };

/** What the bank answers to a charge at a customer's time, s. `isConfirmed`: the owner has just confirmed it. */
export const answerOf = (method: PaymentMethod | undefined, now: number, isConfirmed: boolean): Answer => {
  if (!method?.card) return { as: 'declined', message: 'There is no card on file.', code: 'missing_payment_method' };
  const { exp_month, exp_year } = method.card;
  if (Date.UTC(exp_year, exp_month, 1) / 1000 <= now)
    return { as: 'declined', message: 'Your card has expired.', code: 'expired_card' };
  const { behaviour, confirmed } = method.sandbox;
  if (behaviour === 'pays' || isConfirmed) return { as: 'paid' };
  if (behaviour === 'confirmsOnce') return confirmed ? { as: 'paid' } : { as: 'action' };
  return behaviour === 'confirmsAlways' ? { as: 'action' } : { as: 'declined', ...declineOf(behaviour) };
};

/** Tries to collect an open invoice, with what that means for its subscription. */
export const payInvoice = (
  world: World,
  invoice: Invoice,
  given: { method?: PaymentMethod; isConfirmed?: boolean } = {},
): Answer => {
  const isConfirmed = given.isConfirmed ?? false;
  const method = given.method ?? methodOf(world, invoice);
  const answer: Answer = invoice.amount_due === 0 ? { as: 'paid' } : answerOf(method, world.now, isConfirmed);
  if (invoice.amount_due > 0) {
    invoice.attempt_count += 1;
    invoice.attempted = true;
  }
  if (answer.as === 'paid') {
    if (method && isConfirmed) {
      method.sandbox.confirmed = true;
      put(world, method);
    }
    settle(world, invoice);
    return answer;
  }
  invoice.sandbox.attempt = answer.as;
  invoice.sandbox.reason = answer.as === 'declined' ? answer.message : '';
  invoice.sandbox.declineCode = answer.as === 'declined' ? answer.code : '';
  emit(world, 'invoice.payment_failed', invoice);
  if (answer.as === 'action') emit(world, 'invoice.payment_action_required', invoice);
  return answer;
};

export const subscriptionOf = (world: World, { parent }: Invoice): Subscription | undefined => {
  const id = parent?.subscription_details?.subscription;
  return typeof id === 'string' ? lookUp(world, 'subscription', id) : undefined;
};

/** The card that pays: the subscription's own, or the customer's. */
export const methodOf = (world: World, invoice: Invoice): PaymentMethod | undefined => {
  const customer = find(world, 'customer', invoice.customer);
  const id = subscriptionOf(world, invoice)?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return typeof id === 'string' ? lookUp(world, 'payment_method', id) : undefined;
};

const settle = (world: World, invoice: Invoice): void => {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.auto_advance = false;
  invoice.status_transitions.paid_at = world.now;
  invoice.sandbox.attempt = 'none';
  emit(world, 'invoice.paid', invoice);
  const subscription = subscriptionOf(world, invoice);
  if (!subscription) return;
  const { onPaid } = invoice.sandbox;
  if (onPaid && subscription.ended_at === null) applyChange(world, subscription, onPaid);
  const isHealed = subscription.status === 'incomplete' || subscription.status === 'past_due';
  if (!isHealed || hasOpenInvoice(world, subscription)) return;
  subscription.status = 'active';
  emit(world, 'customer.subscription.updated', subscription);
};

/** An invoice of a change doesn't make its subscription overdue. */
const hasOpenInvoice = (world: World, subscription: Subscription): boolean =>
  all(world, 'invoice').some(
    (one) => one.status === 'open' && one.sandbox.onPaid === null && subscriptionOf(world, one) === subscription,
  );
