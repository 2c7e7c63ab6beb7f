import * as z from 'zod/mini';
import { changeItems } from '../billing/change-items.ts';
import { createSubscription } from '../billing/create-subscription.ts';
import { redeem } from '../billing/discounts.ts';
import { endSubscription } from '../billing/end-subscription.ts';
import type { Subscription } from '../objects.ts';
import { pageOf } from '../wire/page.ts';
import { invalid, missing } from '../wire/refusal.ts';
import {
  automaticTax,
  billingMode,
  bool,
  empty,
  integer,
  listShape,
  metadata,
  route,
  type Route,
} from '../wire/route.ts';
import { all, emit, find, lookUp, remove, type World } from '../world.ts';

const item = z.strictObject({ id: z.optional(z.string()), price: z.string(), quantity: z.optional(integer) });
const items = z.array(item).check(z.length(1));
const discount = z.union([z.strictObject({ promotion_code: z.string() }), z.strictObject({ discount: z.string() })]);
const discounts = z.optional(z.union([empty, z.array(discount)]));

const changes = {
  items: z.optional(items),
  proration_behavior: z.optional(z.literal('always_invoice')),
  proration_date: z.optional(integer),
  payment_behavior: z.optional(z.literal('pending_if_incomplete')),
  cancel_at_period_end: z.optional(bool),
  default_payment_method: z.optional(z.string()),
  discounts,
};

/** Subscriptions of one product each. */
export const subscriptionRoutes: readonly Route[] = [
  route(
    'POST',
    'subscriptions',
    {
      customer: z.string(),
      items,
      payment_behavior: z.optional(z.literal('allow_incomplete')),
      billing_mode: billingMode,
      metadata: z.optional(metadata),
      discounts,
      automatic_tax: automaticTax,
      trial_end: z.optional(integer),
    },
    (world, given) => {
      const customer = find(world, 'customer', given.customer);
      if (customer.invoice_settings.default_payment_method === null && given.trial_end === undefined)
        throw invalid('This customer has no attached payment source or default payment method.', 'resource_missing');
      const [{ price, quantity = 1 }] = given.items as [z.infer<typeof item>];
      return createSubscription(world, {
        customer,
        price: find(world, 'price', price),
        quantity,
        promotion: promotionsOf(given.discounts)[0] ?? null,
        metadata: given.metadata ?? {},
        taxed: given.automatic_tax?.enabled ?? false,
        method: null,
        trialEnd: given.trial_end ?? null,
      });
    },
  ),
  route(
    'GET',
    'subscriptions',
    { ...listShape, customer: z.string(), status: z.optional(z.literal('all')) },
    (world, given) =>
      pageOf(
        all(world, 'subscription').filter(({ ended_at }) => given.status === 'all' || ended_at === null),
        given,
        '/v1/subscriptions',
      ),
  ),
  route('GET', 'subscriptions/:id', {}, (world, _given, [id = '']) => find(world, 'subscription', id)),
  route('POST', 'subscriptions/:id', changes, (world, given, [id = '']) => {
    const subscription = find(world, 'subscription', id);
    if (subscription.ended_at !== null)
      throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
    if (given.items) change(world, subscription, given);
    else update(world, subscription, given);
    return subscription;
  }),
  route('DELETE', 'subscriptions/:id', {}, (world, _given, [id = '']) => {
    const subscription = find(world, 'subscription', id);
    if (subscription.ended_at !== null) throw missing('subscription', id);
    endSubscription(world, subscription, 'cancellation_requested');
    return subscription;
  }),
];

type Changes = z.infer<z.ZodMiniObject<typeof changes>>;

const change = (world: World, subscription: Subscription, given: Changes): void => {
  const [to] = given.items as [z.infer<typeof item>];
  const current = subscription.items.data[0]!;
  if (
    given.discounts !== undefined ||
    given.default_payment_method !== undefined ||
    given.cancel_at_period_end !== undefined
  )
    throw invalid('A pending update supports neither discounts nor other settings.', 'parameter_unknown');
  if (given.payment_behavior === undefined || given.proration_behavior === undefined)
    throw invalid('The sandbox changes items only with always_invoice and pending_if_incomplete.');
  if (subscription.status === 'incomplete') throw invalid('The first payment of the subscription is not complete.');
  if (to.id !== current.id) throw missing('subscription_item', to.id ?? '');
  changeItems(world, subscription, {
    price: find(world, 'price', to.price),
    quantity: to.quantity ?? current.quantity ?? 1,
    date: given.proration_date ?? world.now,
  });
};

const update = (world: World, subscription: Subscription, given: Changes): void => {
  if (given.cancel_at_period_end !== undefined) {
    subscription.cancel_at_period_end = given.cancel_at_period_end;
    subscription.cancel_at = given.cancel_at_period_end ? subscription.items.data[0]!.current_period_end : null;
    subscription.canceled_at = given.cancel_at_period_end ? world.now : null;
  }
  if (given.default_payment_method !== undefined) {
    const method = given.default_payment_method;
    if (method !== '' && !lookUp(world, 'payment_method', method)) throw missing('payment_method', method);
    subscription.default_payment_method = method === '' ? null : method;
  }
  if (given.discounts !== undefined) replaceDiscounts(world, subscription, given.discounts);
  emit(world, 'customer.subscription.updated', subscription);
};

const replaceDiscounts = (world: World, subscription: Subscription, given: NonNullable<Changes['discounts']>): void => {
  const kept = given === '' ? [] : given.flatMap((one) => ('discount' in one ? one.discount : []));
  for (const id of subscription.discounts.filter((one) => !kept.includes(one))) remove(world, id);
  subscription.discounts = [
    ...subscription.discounts.filter((one) => kept.includes(one)),
    ...promotionsOf(given).map((id) => redeem(world, id, subscription.id)),
  ];
};

/** The promotion codes among given discounts. */
const promotionsOf = (given: Changes['discounts']): string[] =>
  given === undefined || given === ''
    ? []
    : given.flatMap((one) => ('promotion_code' in one ? one.promotion_code : []));
