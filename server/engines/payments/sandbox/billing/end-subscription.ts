import type { Subscription } from '../objects.ts';
import { all, emit, type World } from '../world.ts';
import { dropPending } from './change-items.ts';
import { voidInvoice } from './finalize.ts';
import { subscriptionOf } from './pay.ts';

/** Ends a subscription without a refund. What was never paid for doesn't count as one that was cancelled. */
export const endSubscription = (
  world: World,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): void => {
  dropPending(world, subscription);
  const open = all(world, 'invoice').filter(
    (one) => one.status === 'open' && subscriptionOf(world, one) === subscription,
  );
  const isIncomplete = subscription.status === 'incomplete';
  for (const invoice of open)
    if (isIncomplete) voidInvoice(world, invoice);
    else {
      // Nobody tries to collect it any more.
      invoice.next_payment_attempt = null;
      invoice.auto_advance = false;
      emit(world, 'invoice.updated', invoice);
    }
  subscription.status = isIncomplete ? 'incomplete_expired' : 'canceled';
  subscription.canceled_at ??= world.now;
  subscription.ended_at = world.now;
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
  emit(world, 'customer.subscription.deleted', subscription);
};
