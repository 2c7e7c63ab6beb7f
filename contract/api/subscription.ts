import * as z from 'zod/mini';
import { intervals, planIds } from '../rules/plans.ts';

/** Every state of a subscription; spec §4 says that `trialing`, `active` and `past_due` count as active. */
export const subscriptionStatuses = [
  'trialing',
  'active',
  'past_due',
  'incomplete',
  'incomplete_expired',
  'unpaid',
  'paused',
  'canceled',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];
/** An account subscribes to a `plan`, a station to add-ons. */
export const subscriptionProducts = ['plan', 'ctl', 'sponsored', 'music'] as const;
export type SubscriptionProduct = (typeof subscriptionProducts)[number];
export type ProviderName = 'stripe' | 'sandbox';
/** States of an invoice. */
export const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** Spec §3 "Subscription". Amounts in the minor unit of `currency`. */
export const Subscription = z.object({
  id: z.string(),
  status: z.enum(subscriptionStatuses),
  /** The payment provider that charges for it; null for a trial or an assigned plan. */
  provider: z.nullable(z.enum(['stripe', 'sandbox'])),
  product: z.enum(subscriptionProducts),
  plan: z.enum(planIds),
  legacySubscription: z.boolean(),
  quantity: z.number(),
  promoCode: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  items: z.array(
    z.object({
      product: z.string(),
      price: z.object({
        id: z.string(),
        active: z.boolean(),
        unit_amount: z.number(),
        recurring: z.object({ interval: z.enum(intervals) }),
      }),
    }),
  ),
  /** End of the trial or of the paid period. */
  current_period_end: z.nullable(z.string()),
  trial_end: z.nullable(z.string()),
  /** It ends at `current_period_end` and isn't renewed. */
  cancel_at_period_end: z.boolean(),
  /** A change that waits for its payment. */
  pending: z.nullable(z.object({ priceId: z.nullable(z.string()), quantity: z.number(), expires: z.string() })),
  discount: z.nullable(
    z.object({
      code: z.string(),
      percent_off: z.nullable(z.number()),
      amount_off: z.nullable(z.number()),
      ends: z.nullable(z.string()),
    }),
  ),
  latest_invoice: z.nullable(z.string()),
  created: z.string(),
  canceled_at: z.nullable(z.string()),
});
export type Subscription = z.infer<typeof Subscription>;
