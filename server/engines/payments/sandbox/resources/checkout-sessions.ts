import * as z from 'zod/mini';
import type Stripe from 'stripe';
import { lengthOf } from '../billing/create-subscription.ts';
import { usablePromotion } from '../billing/discounts.ts';
import { newId } from '../ids.ts';
import type { CheckoutSession } from '../objects.ts';
import { pageOf } from '../wire/page.ts';
import { invalid } from '../wire/refusal.ts';
import { automaticTax, billingMode, bool, integer, listShape, metadata, route, type Route } from '../wire/route.ts';
import { all, emit, find, put, type World } from '../world.ts';

const lineItem = z.strictObject({ price: z.string(), quantity: integer });
const leastS = 30 * 60 - 60;

/** Payment pages. */
export const checkoutRoutes: readonly Route[] = [
  route(
    'POST',
    'checkout/sessions',
    {
      mode: z.literal('subscription'),
      customer: z.string(),
      client_reference_id: z.optional(z.string()),
      line_items: z.array(lineItem).check(z.length(1)),
      allowed_payment_method_types: z.optional(z.array(z.literal('card'))),
      success_url: z.url(),
      cancel_url: z.url(),
      expires_at: integer,
      metadata: z.optional(metadata),
      subscription_data: z.strictObject({ metadata: z.optional(metadata), billing_mode: billingMode }),
      allow_promotion_codes: z.optional(bool),
      discounts: z.optional(z.array(z.strictObject({ promotion_code: z.string() })).check(z.length(1))),
      automatic_tax: automaticTax,
      customer_update: z.optional(z.strictObject({ address: z.literal('auto'), name: z.literal('auto') })),
      billing_address_collection: z.optional(z.literal('required')),
    },
    (world, given) => {
      const customer = find(world, 'customer', given.customer);
      const [line] = given.line_items as [z.infer<typeof lineItem>];
      const price = find(world, 'price', line.price);
      lengthOf(price);
      if (given.discounts && given.allow_promotion_codes)
        throw invalid('You may only specify one of these parameters: allow_promotion_codes, discounts.');
      if (given.expires_at < world.wall + leastS) throw invalid('expires_at must be at least 30 minutes from now.');
      for (const { promotion_code } of given.discounts ?? []) usablePromotion(world, promotion_code);
      return put(
        world,
        blankSession(world, {
          ...given,
          customer,
          price,
          quantity: line.quantity,
          promotion: given.discounts?.[0]?.promotion_code ?? null,
          subscriptionMetadata: given.subscription_data.metadata ?? {},
          taxed: given.automatic_tax?.enabled ?? false,
        }),
      );
    },
  ),
  route('GET', 'checkout/sessions', { ...listShape, customer: z.string() }, (world, given) =>
    pageOf(
      all(world, 'checkout.session').map((one) => expireIfLate(world, one)),
      given,
      '/v1/checkout/sessions',
    ),
  ),
  route('GET', 'checkout/sessions/:id', {}, (world, _given, [id = '']) =>
    expireIfLate(world, find(world, 'checkout.session', id)),
  ),
  route('POST', 'checkout/sessions/:id/expire', {}, (world, _given, [id = '']) => {
    const session = expireIfLate(world, find(world, 'checkout.session', id));
    if (session.status !== 'open') throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
    return expire(world, session);
  }),
];

/** A page that nobody has paid on in time is closed. */
export const expireIfLate = (world: World, session: CheckoutSession): CheckoutSession =>
  session.status === 'open' && session.expires_at <= world.wall ? expire(world, session) : session;

const expire = (world: World, session: CheckoutSession): CheckoutSession => {
  session.status = 'expired';
  session.url = null;
  session.sandbox.confirming = null;
  return emit(world, 'checkout.session.expired', session);
};

type SessionGiven = {
  customer: Stripe.Customer;
  price: Stripe.Price;
  quantity: number;
  promotion: string | null;
  client_reference_id?: string | undefined;
  success_url: string;
  cancel_url: string;
  expires_at: number;
  metadata?: Record<string, string> | undefined;
  subscriptionMetadata: Record<string, string>;
  allow_promotion_codes?: boolean | undefined;
  taxed: boolean;
};

const blankSession = (world: World, given: SessionGiven): CheckoutSession => {
  const id = newId('cs_sandbox');
  const { customer, taxed } = given;
  return {
    ...({
      id,
      object: 'checkout.session',
      adaptive_pricing: null,
      after_expiration: null,
      allow_promotion_codes: given.allow_promotion_codes ?? null,
      allowed_payment_method_types: ['card'],
      amount_subtotal: null,
      amount_total: null,
      automatic_tax: { enabled: taxed, liability: taxed ? { type: 'self' } : null, provider: null, status: null },
      billing_address_collection: null,
      cancel_url: given.cancel_url,
      client_reference_id: given.client_reference_id ?? null,
      client_secret: null,
      collected_information: null,
      consent: null,
      consent_collection: null,
      created: world.wall,
      currency: given.price.currency,
      currency_conversion: null,
      custom_fields: [],
      custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
      customer: customer.id,
      customer_account: null,
      customer_creation: null,
      customer_details: null,
      customer_email: null,
      discounts: given.promotion === null ? [] : [{ coupon: null, promotion_code: given.promotion }],
      expires_at: given.expires_at,
      integration_identifier: null,
      invoice: null,
      invoice_creation: null,
      livemode: false,
      locale: null,
      managed_payments: null,
      metadata: given.metadata ?? {},
      mode: 'subscription',
      origin_context: null,
      payment_intent: null,
      payment_link: null,
      payment_method_collection: 'always',
      payment_method_configuration_details: null,
      payment_method_options: {},
      payment_method_types: ['card'],
      payment_status: 'unpaid',
      permissions: null,
      recovered_from: null,
      saved_payment_method_options: null,
      setup_intent: null,
      shipping_address_collection: null,
      shipping_cost: null,
      shipping_options: [],
      status: 'open',
      submit_type: null,
      subscription: null,
      success_url: given.success_url,
      total_details: null,
      ui_mode: 'hosted_page',
      url: `${world.pagesUrl}/checkout/${id}`,
      wallet_options: null,
    } satisfies Stripe.Checkout.Session),
    sandbox: {
      price: given.price.id,
      quantity: given.quantity,
      metadata: given.subscriptionMetadata,
      confirming: null,
    },
  };
};
