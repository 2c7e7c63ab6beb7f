import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { Invoice, Price, Subscription } from '../objects.ts';
import { find, type World } from '../world.ts';
import { drawUpChange } from './change-items.ts';
import { invoiceOf, lengthOf } from './create-subscription.ts';
import type { Reduction } from './discounts.ts';
import { drawUp, type Charge } from './draw-up.ts';
import { periodEnd } from './periods.ts';

export type PreviewAsk = {
  customer: Stripe.Customer;
  price: Price;
  quantity: number;
  reductions: readonly Reduction[];
  taxed: boolean;
};

/** The first invoice of a subscription that doesn't exist yet. */
export const previewCreation = (
  world: World,
  { customer, price, quantity, reductions, taxed }: PreviewAsk,
): Invoice => {
  const period = { start: world.now, end: periodEnd(world.now, world.now, lengthOf(price)) };
  return drawUp(world, {
    customer,
    subscription: null,
    currency: price.currency,
    reason: 'upcoming',
    charges: [regular(price, quantity, newId('si'), period)],
    reductions,
    taxed,
  });
};

/** The invoice that a change would cause at once, or with `date` null the next regular one after it. */
export const previewChange = (
  world: World,
  subscription: Subscription,
  { price, quantity, reductions }: Omit<PreviewAsk, 'customer' | 'taxed'>,
  date: number | null,
): Invoice => {
  if (date !== null) return drawUpChange(world, subscription, { price, quantity, date }, reductions).invoice;
  const item = subscription.items.data[0]!;
  const isReset = lengthOf(price) !== lengthOf(item.price);
  const anchor = isReset ? world.now : subscription.billing_cycle_anchor;
  const start = isReset ? world.now : item.current_period_end;
  const period = { start, end: periodEnd(anchor, start, lengthOf(price)) };
  return drawUp(world, {
    ...invoiceOf(subscription, find(world, 'customer', subscription.customer)),
    reason: 'upcoming',
    charges: [regular(price, quantity, item.id, period)],
    reductions,
  });
};

const regular = (price: Price, quantity: number, item: string, period: Charge['period']): Charge => ({
  text: 'regular',
  amount: (price.unit_amount ?? 0) * quantity,
  quantity,
  price,
  item,
  period,
  share: { part: 1, whole: 1 },
});
