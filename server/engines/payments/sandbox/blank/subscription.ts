import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { Price, Subscription } from '../objects.ts';

export type SubscriptionGiven = {
  customer: Stripe.Customer;
  price: Price;
  quantity: number;
  metadata: Record<string, string>;
  taxed: boolean;
  method: string | null;
  now: number;
  /** The first period. */
  end: number;
  trialEnd: number | null;
};

/** A new subscription as the provider would return it, before its first invoice. */
export const blankSubscription = (given: SubscriptionGiven): Subscription => {
  const { customer, price, quantity, metadata, taxed, method, now, end, trialEnd } = given;
  const id = newId('sub');
  return {
    ...({
      id,
      object: 'subscription',
      application: null,
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: taxed, liability: taxed ? { type: 'self' } : null },
      billing_cycle_anchor: trialEnd ?? now,
      billing_cycle_anchor_config: null,
      billing_mode: { flexible: null, type: 'flexible' },
      billing_schedules: [],
      billing_thresholds: null,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
      collection_method: 'charge_automatically',
      created: now,
      currency: price.currency,
      customer: customer.id,
      customer_account: null,
      days_until_due: null,
      default_payment_method: method,
      default_source: null,
      default_tax_rates: [],
      description: null,
      discounts: [],
      ended_at: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      items: listOf([blankItem({ subscription: id, price, quantity, now, end })], '/v1/subscription_items'),
      latest_invoice: null,
      livemode: false,
      managed_payments: null,
      metadata,
      next_pending_invoice_item_invoice: null,
      on_behalf_of: null,
      pause_collection: null,
      payment_settings: {
        payment_method_options: null,
        payment_method_types: null,
        save_default_payment_method: 'off',
      },
      pending_invoice_item_interval: null,
      pending_setup_intent: null,
      pending_update: null,
      schedule: null,
      start_date: now,
      status: trialEnd === null ? 'incomplete' : 'trialing',
      test_clock: null,
      transfer_data: null,
      trial_end: trialEnd,
      trial_settings: null,
      trial_start: trialEnd === null ? null : now,
    } satisfies Stripe.Subscription),
    sandbox: { billed: { net: 0, start: now, end }, trialWarned: false },
  };
};

type ItemGiven = { subscription: string; price: Price; quantity: number; now: number; end: number };

const blankItem = ({ subscription, price, quantity, now, end }: ItemGiven): Stripe.SubscriptionItem =>
  ({
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: end,
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  }) satisfies Stripe.SubscriptionItem;

/** The same price in the form of earlier versions, which items still carry. */
export const planOf = (price: Price): Stripe.Plan =>
  ({
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: null,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }) satisfies Stripe.Plan;

export const listOf = <T>(data: T[], url: string, has_more = false): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more,
  url,
});
