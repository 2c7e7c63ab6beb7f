import type Stripe from 'stripe';
import { planOf } from '../blank/subscription.ts';
import type { Invoice, OnPaid, Price, Subscription } from '../objects.ts';
import { invalid } from '../wire/refusal.ts';
import { emit, find, put, type World } from '../world.ts';
import { applyChange } from './apply-change.ts';
import { shareOf } from './cents.ts';
import { invoiceOf, lengthOf } from './create-subscription.ts';
import { reductionsOf, type Reduction } from './discounts.ts';
import { drawUp, netOf, type Charge } from './draw-up.ts';
import { finalize, voidInvoice } from './finalize.ts';
import { payInvoice } from './pay.ts';
import { periodEnd } from './periods.ts';

/** A payment of a change may be confirmed for this long, s. */
const pendingS = 23 * 3600;

export type Change = { price: Price; quantity: number; date: number };

/** What a change costs: the rest of the present period is credited, the rest of the new one charged. Nothing is stored. */
export const drawUpChange = (
  world: World,
  subscription: Subscription,
  change: Change,
  reductions: readonly Reduction[],
): { invoice: Invoice; onPaid: OnPaid } => {
  const { price, quantity, date } = change;
  const item = subscription.items.data[0]!;
  if (date < item.current_period_start || date > world.now)
    throw invalid('The proration date is outside of the current period.');
  const { billed } = subscription.sandbox;
  const isReset = lengthOf(price) !== lengthOf(item.price);
  const period = isReset
    ? { start: world.now, end: periodEnd(world.now, world.now, lengthOf(price)) }
    : { start: item.current_period_start, end: item.current_period_end };
  const charged = { start: isReset ? world.now : date, end: period.end };
  const share = isReset
    ? { part: 1, whole: 1 }
    : { part: charged.end - charged.start, whole: period.end - period.start };
  const unused: Charge = {
    text: 'unused',
    amount: -shareOf(billed.net, billed.end - Math.max(date, billed.start), billed.end - billed.start),
    quantity: item.quantity ?? 1,
    price: item.price as Price,
    item: item.id,
    period: { start: date, end: item.current_period_end },
    share,
  };
  const next: Charge = {
    text: isReset ? 'regular' : 'remaining',
    amount: shareOf((price.unit_amount ?? 0) * quantity, share.part, share.whole),
    quantity,
    price,
    item: item.id,
    period: charged,
    share,
  };
  const invoice = drawUp(world, {
    ...invoiceOf(subscription, find(world, 'customer', subscription.customer)),
    reason: 'subscription_update',
    charges: [unused, next],
    reductions,
  });
  const items: Stripe.SubscriptionItem[] = [
    {
      ...item,
      price,
      plan: planOf(price),
      quantity,
      current_period_start: period.start,
      current_period_end: period.end,
    },
  ];
  const onPaid = {
    items,
    anchor: isReset ? world.now : null,
    billed: { net: netOf(invoice, item.id), ...charged },
  };
  return { invoice, onPaid };
};

/** Changes price or quantity at once; without its payment the change stays pending. */
export const changeItems = (world: World, subscription: Subscription, change: Change): void => {
  dropPending(world, subscription);
  if (subscription.status === 'trialing') {
    changeTrial(world, subscription, change);
    return;
  }
  const { invoice, onPaid } = drawUpChange(world, subscription, change, reductionsOf(world, subscription));
  finalize(world, invoice, subscription, onPaid);
  if (payInvoice(world, invoice).as === 'paid') return;
  subscription.pending_update = {
    billing_cycle_anchor: onPaid.anchor,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: Math.min(world.now + pendingS, subscription.items.data[0]!.current_period_end),
    metadata: null,
    subscription_items: onPaid.items,
    trial_end: null,
    trial_from_plan: null,
  };
  emit(world, 'customer.subscription.updated', subscription);
};

/** Gives up a change that waits for its payment: its invoice is void. */
export const dropPending = (world: World, subscription: Subscription): void => {
  if (subscription.pending_update === null) return;
  subscription.pending_update = null;
  put(world, subscription);
  const invoice =
    subscription.latest_invoice === null ? undefined : find(world, 'invoice', subscription.latest_invoice);
  if (invoice?.status === 'open' && invoice.sandbox.onPaid) voidInvoice(world, invoice);
};

/** During a trial nothing is charged: the new price applies from its end. */
const changeTrial = (world: World, subscription: Subscription, { price, quantity }: Change): void => {
  const item = { ...subscription.items.data[0]!, price, plan: planOf(price), quantity };
  applyChange(world, subscription, { items: [item], anchor: null, billed: subscription.sandbox.billed });
};
