import * as z from 'zod/mini';
import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { PortalSession } from '../objects.ts';
import { pageOf } from '../wire/page.ts';
import { bool, listShape, metadata, route, type Route } from '../wire/route.ts';
import { all, find, put, type World } from '../world.ts';

/** How long the pages are open, s. */
const openS = 3600;
const enabled = z.strictObject({ enabled: bool });
const afterCompletion = z.strictObject({
  type: z.literal('redirect'),
  redirect: z.strictObject({ return_url: z.url() }),
});

/** The customer's pages for the card and the invoices. */
export const portalRoutes: readonly Route[] = [
  route('GET', 'billing_portal/configurations', { ...listShape, active: z.optional(bool) }, (world, given) =>
    pageOf(all(world, 'billing_portal.configuration'), given, '/v1/billing_portal/configurations'),
  ),
  route(
    'POST',
    'billing_portal/configurations',
    {
      metadata,
      features: z.strictObject({
        invoice_history: enabled,
        payment_method_update: enabled,
        customer_update: z.strictObject({
          enabled: bool,
          allowed_updates: z.array(z.enum(['address', 'name', 'email'])),
        }),
        subscription_cancel: enabled,
        subscription_update: enabled,
      }),
    },
    (world, given) => put(world, blankConfiguration(given.metadata, world.wall)),
  ),
  route(
    'POST',
    'billing_portal/sessions',
    {
      customer: z.string(),
      return_url: z.url(),
      configuration: z.string(),
      flow_data: z.optional(
        z.strictObject({ type: z.literal('payment_method_update'), after_completion: afterCompletion }),
      ),
    },
    (world, given) => {
      find(world, 'customer', given.customer);
      find(world, 'billing_portal.configuration', given.configuration);
      return put(world, blankPortalSession(world, given));
    },
  ),
];

type SessionGiven = {
  customer: string;
  return_url: string;
  configuration: string;
  flow_data?: { type: 'payment_method_update'; after_completion: z.infer<typeof afterCompletion> } | undefined;
};

const blankPortalSession = (world: World, given: SessionGiven): PortalSession => {
  const id = newId('bps');
  return {
    ...({
      id,
      object: 'billing_portal.session',
      configuration: given.configuration,
      created: world.wall,
      customer: given.customer,
      customer_account: null,
      flow: given.flow_data
        ? {
            after_completion: {
              hosted_confirmation: null,
              redirect: given.flow_data.after_completion.redirect,
              type: 'redirect',
            },
            customer_update: null,
            subscription_cancel: null,
            subscription_pause: null,
            subscription_update: null,
            subscription_update_confirm: null,
            type: 'payment_method_update',
          }
        : null,
      livemode: false,
      locale: null,
      on_behalf_of: null,
      return_url: given.return_url,
      url: `${world.pagesUrl}/portal/${id}`,
    } satisfies Stripe.BillingPortal.Session),
    sandbox: { expires: world.wall + openS, confirming: null },
  };
};

const blankConfiguration = (given: Record<string, string>, now: number): Stripe.BillingPortal.Configuration =>
  ({
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: now,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: [], options: [] },
        enabled: false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: given,
    name: null,
    updated: now,
  }) satisfies Stripe.BillingPortal.Configuration;
