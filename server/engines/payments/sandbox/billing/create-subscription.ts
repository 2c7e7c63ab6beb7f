import type Stripe from 'stripe';
import { blankSubscription } from '../blank/subscription.ts';
import type { Price, Subscription } from '../objects.ts';
import { invalid } from '../wire/refusal.ts';
import { emit, put, type World } from '../world.ts';
import { drawUp, netOf, type Charge, type DrawUp } from './draw-up.ts';
import { dropUsed, redeem, reductionsOf } from './discounts.ts';
import { finalize } from './finalize.ts';
import { payInvoice } from './pay.ts';
import { periodEnd, periodLengths, type PeriodLength } from './periods.ts';

export type NewSubscription = {
  customer: Stripe.Customer;
  price: Price;
  quantity: number;
  promotion: string | null;
  metadata: Record<string, string>;
  taxed: boolean;
  method: string | null;
  trialEnd?: number | null;
  /** The owner of the card has confirmed the first payment. */
  isConfirmed?: boolean;
};

/** Starts a subscription with its first invoice; it stays `incomplete` until that is paid. */
export const createSubscription = (world: World, given: NewSubscription): Subscription => {
  const { customer, price, quantity, trialEnd = null } = given;
  const { now } = world;
  const length = lengthOf(price);
  if (customer.currency && customer.currency !== price.currency)
    throw invalid('You cannot combine currencies on a single customer.');
  const end = trialEnd ?? periodEnd(now, now, length);
  const subscription = put(world, blankSubscription({ ...given, now, end, trialEnd }));
  const charge: Charge = {
    text: trialEnd === null ? 'regular' : 'trial',
    amount: trialEnd === null ? (price.unit_amount ?? 0) * quantity : 0,
    quantity,
    price,
    item: subscription.items.data[0]!.id,
    period: { start: now, end },
    share: { part: 1, whole: 1 },
  };
  if (given.promotion !== null) subscription.discounts = [redeem(world, given.promotion, subscription.id)];
  const invoice = drawUp(world, {
    ...invoiceOf(subscription, customer),
    reason: 'subscription_create',
    charges: [charge],
    reductions: reductionsOf(world, subscription),
  });
  subscription.sandbox.billed = { net: netOf(invoice, charge.item), start: now, end };
  emit(world, 'customer.subscription.created', subscription);
  finalize(world, invoice, subscription);
  if (trialEnd === null) dropUsed(world, subscription);
  payInvoice(world, invoice, { isConfirmed: given.isConfirmed ?? false });
  return subscription;
};

/** What every invoice of a subscription has in common. */
export const invoiceOf = (
  subscription: Subscription,
  customer: Stripe.Customer,
): Pick<DrawUp, 'customer' | 'subscription' | 'currency' | 'taxed'> => {
  const { current_period_start: start, current_period_end: end } = subscription.items.data[0]!;
  return {
    customer,
    subscription: { id: subscription.id, metadata: subscription.metadata, start, end },
    currency: subscription.currency,
    taxed: subscription.automatic_tax.enabled,
  };
};

/** The length of a price's period; throws for one that isn't sold by the month or the year. */
export const lengthOf = ({ id, active, recurring }: Stripe.Price): PeriodLength => {
  if (!active) throw invalid(`The price ${id} is inactive.`);
  const length = periodLengths.find((one) => one === recurring?.interval);
  if (length === undefined) throw invalid(`The price ${id} is not recurring by month or year.`);
  return length;
};
