import type Stripe from 'stripe';
import type { CardBehaviour } from '../cards.ts';
import { newId } from '../ids.ts';
import type { PaymentMethod } from '../objects.ts';

export type CardGiven = {
  number: string;
  brand: string;
  behaviour: CardBehaviour;
  month: number;
  year: number;
  name: string | null;
};

/** A card on file. Of its number only the last four digits are kept. */
export const blankPaymentMethod = (
  { number, brand, behaviour, month, year, name }: CardGiven,
  at: { customer: string | null; now: number },
): PaymentMethod => ({
  ...({
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: { address: null, email: null, name, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: month,
      exp_year: year,
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: at.now,
    customer: at.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod),
  sandbox: { behaviour, confirmed: false },
});
