import type { OnPaid, Subscription } from '../objects.ts';
import { emit, type World } from '../world.ts';
import { dropUsed } from './discounts.ts';

/** Makes a paid change of a subscription effective. */
export const applyChange = (world: World, subscription: Subscription, { items, anchor, billed }: OnPaid): void => {
  const wasPending = subscription.pending_update !== null;
  subscription.items.data = items;
  subscription.sandbox.billed = billed;
  if (anchor !== null) subscription.billing_cycle_anchor = anchor;
  subscription.pending_update = null;
  dropUsed(world, subscription);
  if (wasPending) emit(world, 'customer.subscription.pending_update_applied', subscription);
  emit(world, 'customer.subscription.updated', subscription);
};
