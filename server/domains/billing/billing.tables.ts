import type { ColumnType, Generated } from 'kysely';
import type {
  InvoiceStatus,
  ProviderName,
  SubscriptionProduct,
  SubscriptionStatus,
} from '#contract/api/subscription.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Interval, PlanId } from '#contract/rules/plans.ts';
import type { Bigint, Changed, Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    subscriptions: SubscriptionsTable;
    billing_customers: BillingCustomersTable;
    billing_intents: BillingIntentsTable;
    billing_events: BillingEventsTable;
    billing_emails: BillingEmailsTable;
    billing_drift: BillingDriftTable;
    invoices: InvoicesTable;
    promo_codes: PromoCodesTable;
    vat_checks: VatChecksTable;
  }
}

/** A JSON value; written as text. */
type Json<T> = ColumnType<T, string | undefined, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;

/**
 * The subscription of an account (`product` is `plan`) or an add-on of one station; at most one active per product. With a provider it is
 * a copy of what the provider holds, otherwise a trial or a plan that an administrator assigned.
 */
export type SubscriptionsTable = {
  id: Generated<string>;
  account_key: AccountKey;
  station_key: StationKey | null;
  plan: PlanId;
  price_id: string | null;
  quantity: Generated<number>;
  status: SubscriptionStatus;
  legacy: Generated<boolean>;
  promo_code: string | null;
  ends: Moment;
  canceled_at: Moment;
  created: Created;
  updated: Changed;
  provider: ColumnType<ProviderName | null, ProviderName | null | undefined, ProviderName | null>;
  provider_id: ColumnType<string | null, string | null | undefined, string | null>;
  product: ColumnType<SubscriptionProduct, SubscriptionProduct | undefined, SubscriptionProduct>;
  currency: ColumnType<string | null, string | null | undefined, string | null>;
  interval: ColumnType<Interval | null, Interval | null | undefined, Interval | null>;
  /** Minor units, for one of `quantity`. */
  unit_amount: ColumnType<number | null, number | null | undefined, number | null>;
  cancel_at_period_end: Generated<boolean>;
  /** A change that waits for its payment; `expires` as ISO text. */
  pending: JsonOrNull<{ priceId: string | null; quantity: number; expires: string }>;
  discount: JsonOrNull<{ code: string; percent_off: number | null; amount_off: number | null; ends: string | null }>;
  trial_end: Moment;
  latest_invoice: ColumnType<string | null, string | null | undefined, string | null>;
  /** The intent by which it was bought. */
  intent: ColumnType<string | null, string | null | undefined, string | null>;
  /** When it was last read from the provider. */
  synced_at: Moment;
  /** When the grace before a hold began; null while it is active, and for ends without consequence (`life/grace.ts`). */
  ended_at: Moment;
};

/** The provider's customer of an account, with its card and credit as last read. */
export type BillingCustomersTable = {
  account_key: AccountKey;
  customer: string;
  /** Which of the provider's worlds it belongs to; one of another is as if it weren't there. */
  mode: 'live' | 'test' | 'sandbox';
  currency: string | null;
  card: JsonOrNull<{ brand: string; last4: string; exp_month: number; exp_year: number }>;
  /** What the provider owes the customer, minor units. */
  credit: Bigint;
  synced_at: Moment;
  created: Created;
};

/** An attempt to buy: written before the provider is called, so that a crash in between is finished later. */
export type BillingIntentsTable = {
  /** Also the idempotency key of the provider's call. */
  id: string;
  account_key: AccountKey;
  station_key: StationKey | null;
  product: SubscriptionProduct;
  kind: 'create' | 'change';
  /** Charged to the card on file, or paid on a page of the provider. */
  method: 'card' | 'checkout';
  /** The plan that is bought; null for an add-on. */
  plan: PlanId | null;
  price_id: string;
  quantity: number;
  promotion: string | null;
  /** The subscription that is changed. */
  subscription_id: string | null;
  /** The provider's checkout, while the customer pays there. */
  checkout: string | null;
  checkout_url: string | null;
  checkout_expires: Moment;
  state: ColumnType<'open' | 'done' | 'failed' | 'expired', 'open' | undefined, 'open' | 'done' | 'failed' | 'expired'>;
  error: string | null;
  created: Created;
  closed: Moment;
};

/** A provider's event: only which customer to read again, never its payload. */
export type BillingEventsTable = {
  id: string;
  type: string;
  created: Date;
  customer: string | null;
  livemode: boolean;
  state: ColumnType<'new' | 'done' | 'ignored' | 'failed', string | undefined, 'new' | 'done' | 'ignored' | 'failed'>;
  attempts: Generated<number>;
  error: string | null;
  received: Created;
};

/** E-mails about money that were sent, so that each is sent once. */
export type BillingEmailsTable = { message_id: string; account_key: AccountKey; sent: Created };

/** A difference between a copy and the provider that the nightly comparison found and healed. */
export type BillingDriftTable = { id: Generated<number>; account_key: AccountKey; what: string; found: Created };

/** A copy of the provider's invoice; amounts in minor units. */
export type InvoicesTable = {
  id: string;
  account_key: AccountKey;
  number: string | null;
  status: InvoiceStatus;
  currency: string;
  subtotal: Bigint;
  discount: Bigint;
  tax: Bigint;
  total: Bigint;
  amount_due: Bigint;
  amount_paid: Bigint;
  /** The provider's id of its subscription. */
  subscription: string | null;
  period_start: Date;
  period_end: Date;
  created: Date;
  paid_at: Moment;
  next_attempt: Moment;
  attempts: Generated<number>;
  lines: Json<{ description: string; amount: number; quantity: number }[]>;
  billed_to: Json<{
    name: string;
    email: string;
    country: string;
    taxNumber: string | null;
    reverseCharge: boolean;
  }>;
  url: string | null;
  synced_at: Changed;
};

/** A copy of the provider's promotion codes; `public` ones are shown beside the plans. */
export type PromoCodesTable = {
  id: string;
  code: string;
  active: boolean;
  public: Generated<boolean>;
  percent_off: number | null;
  amount_off: number | null;
  currency: string | null;
  duration: 'once' | 'repeating' | 'forever';
  months: number | null;
  /** Plans it applies to; empty for all. */
  plans: string[];
  max: number | null;
  redeemed: Generated<number>;
  expires: Moment;
  first_time: boolean;
  created: Date;
  synced_at: Changed;
};

/** The verification of an account's VAT number; `unchecked` numbers are from outside the EU. */
export type VatChecksTable = {
  account_key: AccountKey;
  country: string;
  number: string;
  state: 'pending' | 'valid' | 'invalid' | 'unchecked';
  name: string | null;
  address: string | null;
  /** The register's receipt of the request. */
  consultation: string | null;
  attempts: Generated<number>;
  checked: Moment;
  next_attempt: Moment;
};
