import type Stripe from 'stripe';
import { randomLetters } from '#server/kernel/keys.ts';
import { newId } from '../ids.ts';

export type CustomerGiven = {
  name: string | null;
  email: string | null;
  country: string | null;
  metadata: Record<string, string>;
  now: number;
};

export const addressIn = (country: string | null): Stripe.Address | null =>
  country === null ? null : { city: null, country, line1: null, line2: null, postal_code: null, state: null };

/** A new customer as the provider would return it. */
export const blankCustomer = ({ name, email, country, metadata, now }: CustomerGiven): Stripe.Customer =>
  ({
    id: newId('cus'),
    object: 'customer',
    address: addressIn(country),
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email,
    invoice_prefix: randomLetters(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata,
    name,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }) satisfies Stripe.Customer;
