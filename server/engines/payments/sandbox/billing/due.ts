import type { Invoice, Subscription } from '../objects.ts';
import { all, emit, find, put, type World } from '../world.ts';
import { dropPending } from './change-items.ts';
import { invoiceOf, lengthOf } from './create-subscription.ts';
import { dropUsed, reductionsOf } from './discounts.ts';
import { drawUp, netOf } from './draw-up.ts';
import { endSubscription } from './end-subscription.ts';
import { finalize } from './finalize.ts';
import { payInvoice, subscriptionOf } from './pay.ts';
import { periodEnd } from './periods.ts';

const dayS = 86_400;
/** Failed renewals are tried again after these days, each after the one before; then the subscription ends. */
const retryDays = [3, 5, 7];
/** A first payment may be confirmed for this long, s. */
const incompleteS = 23 * 3600;
/** Customers are warned of the end of a trial this long before, s. */
const trialWarningS = 3 * dayS;
/** More than happens to a customer in the longest time that a clock can be moved. */
const mostSteps = 20_000;

type Due = { at: number; run: () => void };

/** Does everything that is due until a time, each thing at its own time, and moves the world there. */
export const settleUntil = (world: World, until: number): void => {
  for (let step = 0; ; step++) {
    const next = nextDue(world);
    if (!next || next.at > until) break;
    if (step >= mostSteps) throw new Error(`Too much is due for ${world.customer ?? 'nobody'}.`);
    world.now = Math.max(world.now, next.at);
    next.run();
  }
  world.now = Math.max(world.now, until);
};

/** What is due next, in the customer's time; undefined if nothing is. */
export const nextDue = (world: World): Due | undefined => {
  const due = [
    ...all(world, 'subscription').flatMap((one) => dueOf(world, one)),
    ...all(world, 'invoice').flatMap((one) => retriesOf(world, one)),
  ];
  return due.toSorted((one, other) => one.at - other.at)[0];
};

const dueOf = (world: World, subscription: Subscription): Due[] => {
  const { status, pending_update, trial_end, sandbox } = subscription;
  if (status === 'canceled' || status === 'incomplete_expired') return [];
  if (status === 'incomplete')
    return [
      {
        at: subscription.created + incompleteS,
        run: () => endSubscription(world, subscription, 'payment_failed'),
      },
    ];
  const end = subscription.items.data[0]!.current_period_end;
  const due: Due[] = [
    {
      at: end,
      run: () =>
        subscription.cancel_at_period_end
          ? endSubscription(world, subscription, 'cancellation_requested')
          : renew(world, subscription),
    },
  ];
  // Before the renewal at the same time, which has the old price then.
  if (pending_update !== null)
    due.unshift({ at: pending_update.expires_at, run: () => expirePending(world, subscription) });
  if (status === 'trialing' && trial_end !== null && !sandbox.trialWarned)
    due.unshift({
      at: Math.max(subscription.created, trial_end - trialWarningS),
      run: () => warnOfEnd(world, subscription),
    });
  return due;
};

const retriesOf = (world: World, invoice: Invoice): Due[] =>
  invoice.status === 'open' && invoice.next_payment_attempt !== null
    ? [{ at: invoice.next_payment_attempt, run: () => retry(world, invoice) }]
    : [];

const expirePending = (world: World, subscription: Subscription): void => {
  dropPending(world, subscription);
  emit(world, 'customer.subscription.pending_update_expired', subscription);
};

const warnOfEnd = (world: World, subscription: Subscription): void => {
  subscription.sandbox.trialWarned = true;
  emit(world, 'customer.subscription.trial_will_end', subscription);
};

/** Bills the next period. A declined payment makes the subscription past due. */
const renew = (world: World, subscription: Subscription): void => {
  const item = subscription.items.data[0]!;
  const start = item.current_period_end;
  const end = periodEnd(subscription.billing_cycle_anchor, start, lengthOf({ ...item.price, active: true }));
  const quantity = item.quantity ?? 1;
  const invoice = drawUp(world, {
    ...invoiceOf(subscription, find(world, 'customer', subscription.customer)),
    reason: 'subscription_cycle',
    charges: [
      {
        text: 'regular',
        amount: (item.price.unit_amount ?? 0) * quantity,
        quantity,
        price: { ...item.price, product: item.price.product as string },
        item: item.id,
        period: { start, end },
        share: { part: 1, whole: 1 },
      },
    ],
    reductions: reductionsOf(world, subscription),
  });
  item.current_period_start = start;
  item.current_period_end = end;
  subscription.sandbox.billed = { net: netOf(invoice, item.id), start, end };
  if (subscription.status === 'trialing') subscription.status = 'active';
  finalize(world, invoice, subscription);
  dropUsed(world, subscription);
  if (payInvoice(world, invoice).as !== 'paid') {
    invoice.next_payment_attempt = world.now + retryDays[0]! * dayS;
    put(world, invoice);
    subscription.status = 'past_due';
  }
  emit(world, 'customer.subscription.updated', subscription);
};

const retry = (world: World, invoice: Invoice): void => {
  if (payInvoice(world, invoice).as === 'paid') return;
  invoice.sandbox.retries += 1;
  const days = retryDays[invoice.sandbox.retries];
  if (days !== undefined) {
    invoice.next_payment_attempt = world.now + days * dayS;
    emit(world, 'invoice.updated', invoice);
    return;
  }
  // It stays open: docs/billing.md has that set at Stripe.
  invoice.next_payment_attempt = null;
  put(world, invoice);
  const subscription = subscriptionOf(world, invoice);
  if (subscription && subscription.ended_at === null) endSubscription(world, subscription, 'payment_failed');
};
