import type Stripe from 'stripe';
import type { CardBehaviour } from './cards.ts';

/*
 * What the sandbox stores: the provider's own objects, with what only the provider would know in `sandbox`, which no reply contains.
 */

/** What the customer was billed for the present configuration: what is unused of it is credited when it changes. */
export type Billed = { net: number; start: number; end: number };

export type PaymentMethod = Stripe.PaymentMethod & {
  sandbox: {
    behaviour: CardBehaviour;
    /** Its owner has confirmed a payment or the card itself, so later payments need no confirmation. */
    confirmed: boolean;
  };
};

export type Subscription = Omit<Stripe.Subscription, 'discounts'> & {
  discounts: string[];
  customer: string;
  latest_invoice: string | null;
  default_payment_method: string | null;
  sandbox: { billed: Billed; trialWarned: boolean };
};

/** What a payment of the invoice does to its subscription. */
export type OnPaid = { items: Stripe.SubscriptionItem[]; anchor: number | null; billed: Billed };

export type Invoice = Stripe.Invoice & {
  customer: string;
  sandbox: {
    /** The secret of its page. */
    token: string;
    /** The latest attempt to pay it. */
    attempt: 'none' | 'declined' | 'action';
    reason: string;
    declineCode: string;
    /** Automatic attempts after the first. */
    retries: number;
    onPaid: OnPaid | null;
  };
};

export type CheckoutSession = Stripe.Checkout.Session & {
  customer: string;
  sandbox: {
    price: string;
    quantity: number;
    metadata: Record<string, string>;
    /** The card that waits for its confirmation, and the code entered with it. */
    confirming: { card: PaymentMethod; promotion: string | null } | null;
  };
};

export type PortalSession = Stripe.BillingPortal.Session & {
  sandbox: { expires: number; confirming: PaymentMethod | null };
};

export type Discount = Stripe.Discount & { source: { coupon: string; type: 'coupon' }; promotion_code: string | null };
export type PromotionCode = Stripe.PromotionCode & { promotion: { coupon: string; type: 'coupon' } };
export type Price = Stripe.Price & { product: string };

export type Kinds = {
  customer: Stripe.Customer;
  payment_method: PaymentMethod;
  tax_id: Stripe.TaxId;
  product: Stripe.Product;
  price: Price;
  coupon: Stripe.Coupon;
  promotion_code: PromotionCode;
  discount: Discount;
  subscription: Subscription;
  invoice: Invoice;
  'checkout.session': CheckoutSession;
  'billing_portal.session': PortalSession;
  'billing_portal.configuration': Stripe.BillingPortal.Configuration;
};
export type Kind = keyof Kinds;
export type Stored = Kinds[Kind];
