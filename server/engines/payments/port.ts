import type { Interval } from '#contract/rules/plans.ts';

/*
 * What we need of a payment provider, in our own words. Amounts are integers in the currency's minor unit (cents); currencies are
 * lower-case ISO codes. A call that changes something takes an idempotency key: repeated with the same key it changes nothing more.
 *
 * Every call may throw a `PaymentError`, and nothing else reaches the caller: `declined` (the bank refused; `reason` may be shown),
 * `unavailable` (the provider can't be reached, or is overloaded; try later), `notFound`, `badSignature` and `refused` (a defect of ours).
 */

export class PaymentError extends Error {
  readonly kind: 'declined' | 'unavailable' | 'notFound' | 'badSignature' | 'refused';
  /** For people, for example "Your card has insufficient funds."; '' if there is nothing to say. */
  readonly reason: string;

  constructor(kind: PaymentError['kind'], reason: string, options?: ErrorOptions) {
    super(`${kind}: ${reason}`, options);
    this.kind = kind;
    this.reason = reason;
  }
}

/** The states of a provider's subscription; the first three count as active (spec §4). */
export type ProviderStatus =
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'incomplete'
  | 'incomplete_expired'
  | 'unpaid'
  | 'paused'
  | 'canceled';

/** A price that must exist at the provider: `id` is ours (`price_prime_month`), found there by its lookup key. */
export type CatalogPrice = {
  id: string;
  product: string;
  productName: string;
  interval: Interval;
  /** By currency; `usd` always. */
  amounts: Readonly<Record<string, number>>;
};

export type CustomerFacts = { account: string; name: string; email: string; country: string; currency: string };

export type Card = { brand: string; last4: string; exp_month: number; exp_year: number };

/** `verified` numbers change the tax; everything else is only text on the invoice. */
export type TaxNumber = { country: string; number: string; verified: boolean };

export type Discount = { code: string; percent_off: number | null; amount_off: number | null; ends: Date | null };

export type SubscriptionSnapshot = {
  id: string;
  customer: string;
  status: ProviderStatus;
  /** Our price id by the lookup key; null for a price made elsewhere. */
  priceId: string | null;
  /** The product's id at the provider, which is ours where we made it. */
  product: string;
  /** `metadata.plan` of a product that was made elsewhere, in the provider's dashboard; null for ours and without it. */
  productPlan: string | null;
  interval: Interval | null;
  currency: string;
  unitAmount: number;
  quantity: number;
  periodEnd: Date | null;
  trialEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  created: Date;
  /** A change that waits for its payment. */
  pending: { priceId: string | null; quantity: number; expires: Date } | null;
  discount: Discount | null;
  latestInvoice: string | null;
  metadata: Readonly<Record<string, string>>;
};

export type InvoiceLine = { description: string; amount: number; quantity: number };

export type InvoiceSnapshot = {
  id: string;
  customer: string;
  number: string | null;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  currency: string;
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
  amountDue: number;
  amountPaid: number;
  subscription: string | null;
  periodStart: Date;
  periodEnd: Date;
  created: Date;
  paidAt: Date | null;
  nextAttempt: Date | null;
  attempts: number;
  lines: readonly InvoiceLine[];
  /** The customer's name, address and tax numbers as they stand on this invoice. */
  billedTo: { name: string; email: string; country: string; taxNumber: string | null; reverseCharge: boolean };
  /** The provider's page on which the invoice can be paid or its payment confirmed. */
  url: string | null;
};

/** Everything that is known of a customer: what the sync reads. */
export type CustomerSnapshot = {
  id: string;
  account: string | null;
  currency: string | null;
  card: Card | null;
  taxNumber: TaxNumber | null;
  /** What the provider owes the customer, minor units. */
  credit: number;
  subscriptions: readonly SubscriptionSnapshot[];
  /** The newest 24. */
  invoices: readonly InvoiceSnapshot[];
};

/** A step that only the customer can take on a page of the provider. */
export type NextStep = { type: 'checkout' | 'confirm'; url: string };

export type CheckoutRequest = {
  customer: string;
  priceId: string;
  quantity: number;
  promotion: string | null;
  /** Where the browser returns; begins with PUBLIC_URL. */
  returnUrl: string;
  cancelUrl: string;
  metadata: Readonly<Record<string, string>>;
};
export type SubscribeRequest = Omit<CheckoutRequest, 'returnUrl' | 'cancelUrl'>;
/**
 * A change prorates as of the start of the customer's present hour, but not before its period, and so does its preview: what was
 * previewed is what is charged.
 */
export type ChangeRequest = { subscription: string; priceId: string; quantity: number; promotion?: string | null };
/** What would be charged for a change, or for a new subscription of the customer. */
export type PreviewRequest = ChangeRequest | Omit<SubscribeRequest, 'metadata'>;

export type Preview = {
  /** Charged now; 0 if `credit` remains. */
  amountDue: number;
  /** What remains for the next invoices. */
  credit: number;
  tax: number;
  currency: string;
  lines: readonly InvoiceLine[];
  /** The regular amount of each following period, and when the first is due. */
  nextAmount: number;
  nextAt: Date | null;
};

export type Promotion = {
  id: string;
  code: string;
  active: boolean;
  percentOff: number | null;
  amountOff: number | null;
  currency: string | null;
  duration: 'once' | 'repeating' | 'forever';
  months: number | null;
  /** Product ids it applies to; empty for all. */
  products: readonly string[];
  max: number | null;
  redeemed: number;
  expires: Date | null;
  firstTime: boolean;
  created: Date;
};
export type NewPromotion = Omit<Promotion, 'id' | 'active' | 'redeemed' | 'created'>;

/** An event, of which only these parts are trusted: they say which customer to read again. */
export type EventHead = { id: string; type: string; created: Date; customer: string | null; livemode: boolean };

export type Payments = {
  /** `sandbox` if no key of a provider is set: no money moves. */
  mode: 'live' | 'test' | 'sandbox';
  /** Creates missing products and prices; a changed amount becomes a new price, and existing subscriptions keep the previous one. */
  ensureCatalog(prices: readonly CatalogPrice[]): Promise<void>;
  ensureCustomer(customer: CustomerFacts, key: string): Promise<string>;
  /** Also where a name, address or e-mail has changed. */
  updateCustomer(customer: string, facts: CustomerFacts): Promise<void>;
  /** Replaces the customer's tax number; null removes it. */
  setTaxNumber(customer: string, tax: TaxNumber | null): Promise<void>;
  /** A page on which the customer enters a card and subscribes; it expires within an hour. */
  checkout(request: CheckoutRequest, key: string): Promise<{ id: string; url: string; expires: Date }>;
  /** The subscription that a checkout led to; undefined while it is open, `expired` if nobody paid. */
  checkoutResult(id: string): Promise<SubscriptionSnapshot | 'open' | 'expired'>;
  /** Closes an open checkout, so that nobody can pay there any more; the subscription if that has already happened. */
  expireCheckout(id: string): Promise<SubscriptionSnapshot | 'expired'>;
  /** Subscribes with the card on file; `next` if the customer must confirm the payment. */
  subscribe(
    request: SubscribeRequest,
    key: string,
  ): Promise<{ subscription: SubscriptionSnapshot; next: NextStep | null }>;
  /** Changes price or quantity at once, with proration; stays `pending` until its payment succeeds. */
  change(request: ChangeRequest, key: string): Promise<{ subscription: SubscriptionSnapshot; next: NextStep | null }>;
  preview(request: PreviewRequest): Promise<Preview>;
  setDiscount(subscription: string, promotion: string, key: string): Promise<SubscriptionSnapshot>;
  /** Ends it; the end of the period is taken back by `resume`. */
  cancel(subscription: string, at: 'now' | 'period_end'): Promise<SubscriptionSnapshot>;
  resume(subscription: string): Promise<SubscriptionSnapshot>;
  /** Tries to collect an open invoice with the card on file. */
  pay(invoice: string): Promise<{ invoice: InvoiceSnapshot; next: NextStep | null }>;
  /** The provider's own PDF; undefined where we render it. */
  invoicePdf(invoice: string): Promise<string | undefined>;
  /** The provider's pages for card, address and invoices; `card` goes straight to a new card. */
  portal(request: { customer: string; returnUrl: string; flow: 'card' | 'all' }): Promise<string>;
  /** A code that can be used now; undefined for an unknown, expired or used-up one. */
  findPromotion(code: string): Promise<Promotion | undefined>;
  listPromotions(): Promise<Promotion[]>;
  createPromotion(promotion: NewPromotion, key: string): Promise<Promotion>;
  setPromotionActive(id: string, active: boolean): Promise<Promotion>;
  read(customer: string): Promise<CustomerSnapshot>;
  /** Events since a time, oldest first. */
  eventsSince(at: Date): AsyncIterable<EventHead>;
  /** Checks the signature of a webhook's raw body; an event older than five minutes is refused like a forged one. */
  verify(raw: Buffer, signature: string): Promise<EventHead>;
};

/** What an administrator may do in the sandbox, beside the payments themselves. */
export type SandboxControls = {
  /** Moves a customer's clock forward, and everything due until then happens; returns the customer's new time. */
  moveClock(customer: string, days: number): Promise<Date>;
  /** Replaces the card on file by a test card; throws a `PaymentError` for a number that isn't one. */
  setCard(customer: string, number: string): Promise<{ last4: string }>;
};
