import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { AccountKey } from '../rules/keys.ts';
import { Currency, text, whole } from '../rules/listing.ts';
import { offeredPlans } from '../rules/plans.ts';

const stalePlans = [
  'accounts/*',
  'accounts/*/planFeatures',
  'accounts/*/getSubscriptions',
  'accounts/*/canUpdateSubscription',
  'accounts/*/billing',
  'accounts/*/invoices',
  'stations/*/getSubscriptions',
] as const;
const promoPaths = ['portal/promoCodes', 'accounts/*/plansDiscounts', 'accounts/*/canUpdateSubscription'] as const;

/** An event of the payment provider; its payload isn't stored, it only says which customer to read again. */
export const BillingEvent = z.object({
  id: z.string(),
  type: z.string(),
  created: z.string(),
  received: z.string(),
  state: z.enum(['new', 'done', 'ignored', 'failed']),
  attempts: z.number(),
  error: z.nullable(z.string()),
  account: z.nullable(z.object({ key: AccountKey, company: z.string() })),
});
export type BillingEvent = z.infer<typeof BillingEvent>;

/** A difference from the provider that the nightly comparison healed. */
export const BillingDrift = z.object({
  id: z.number(),
  what: z.string(),
  found: z.string(),
  account: z.object({ key: AccountKey, company: z.string() }),
});
export type BillingDrift = z.infer<typeof BillingDrift>;

const months = z.nullable(z.number().check(z.int(), z.gte(1), z.lte(36)));

export const PromoCode = z.object({
  id: z.string(),
  code: z.string(),
  active: z.boolean(),
  /** Shown to everyone beside the plans. */
  public: z.boolean(),
  percent_off: z.nullable(z.number()),
  /** Minor units of `currency`. */
  amount_off: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  duration: z.enum(['once', 'repeating', 'forever']),
  /** For `repeating`. */
  months: z.nullable(z.number()),
  /** Empty: all plans. */
  plans: z.array(z.enum(offeredPlans)),
  max: z.nullable(z.number()),
  redeemed: z.number(),
  expires: z.nullable(z.string()),
  /** Only for accounts that never paid. */
  first_time: z.boolean(),
  created: z.string(),
});
export type PromoCode = z.infer<typeof PromoCode>;

/** Either `percent_off` or `amount_off` with its currency. */
export const NewPromoCode = z
  .object({
    code: text(40).check(z.regex(/^[A-Za-z0-9-]{3,40}$/, 'Please use 3 to 40 letters, digits or dashes.')),
    public: z._default(z.boolean(), false),
    percent_off: z._default(z.nullable(z.number().check(z.gt(0), z.lte(100))), null),
    amount_off: z._default(z.nullable(z.number().check(z.int(), z.gte(1), z.lte(10_000_000))), null),
    currency: z._default(Currency, ''),
    duration: z._default(z.enum(['once', 'repeating', 'forever']), 'once'),
    months: z._default(months, null),
    plans: z._default(z.array(z.enum(offeredPlans)).check(z.maxLength(offeredPlans.length)), []),
    max: z._default(z.nullable(z.number().check(z.int(), z.gte(1), z.lte(1_000_000))), null),
    expires: z._default(z.nullable(z.iso.datetime()), null),
    first_time: z._default(z.boolean(), false),
  })
  .check(
    z.refine((given) => (given.percent_off === null) !== (given.amount_off === null), {
      error: 'Please enter either a percentage or an amount.',
      path: ['percent_off'],
    }),
    z.refine((given) => given.amount_off === null || given.currency !== '', {
      error: 'Please choose a currency.',
      path: ['currency'],
    }),
    z.refine((given) => (given.duration === 'repeating') === (given.months !== null), {
      error: 'Please enter for how many months it applies.',
      path: ['months'],
    }),
  );
export type NewPromoCode = z.input<typeof NewPromoCode>;

const PromoId = { id: z.string().check(z.regex(/^promo_\w{1,80}$/, 'Not the ID of a promo code.')) };
const EventId = { id: z.string().check(z.regex(/^evt_\w{1,80}$/, 'Not the ID of an event.')) };

/** What the portal's administrators see of payments, and can repair. */
export const billingAdmin = {
  events: endpoint('GET portal/billing/events', {
    access: 'portal.read',
    summary: "The payment provider's events, newest first",
    query: {
      state: z.optional(z.enum(['new', 'done', 'ignored', 'failed'])),
      limit: whole(25, 1000),
      offset: whole(0, 100_000),
    },
    returns: z.object({
      entities: z.array(BillingEvent),
      total: z.number(),
      mode: z.enum(['live', 'test', 'sandbox']),
    }),
    spec: 'own',
  }),
  replay: endpoint('POST portal/billing/events/{id}/replay', {
    access: 'portal.write',
    summary: 'Handle an event again',
    params: EventId,
    returns: BillingEvent,
    spec: 'own',
    changes: ['portal/billing/events'],
  }),
  drift: endpoint('GET portal/billing/drift', {
    access: 'portal.read',
    summary: 'Differences from the payment provider that were found and healed in the last 30 days',
    query: { limit: whole(25, 1000), offset: whole(0, 100_000) },
    returns: z.object({ entities: z.array(BillingDrift), total: z.number() }),
    spec: 'own',
  }),
  sync: endpoint('POST portal/billing/sync/{key}', {
    access: { 'path.key': 'account.setPlan' },
    summary: "Read an account's subscriptions and invoices again from the payment provider",
    params: { key: AccountKey },
    returns: z.object({ changed: z.array(z.string()) }),
    spec: 'own',
    changes: [
      'portal/billing/drift',
      'accounts/{key}',
      'accounts/{key}/planFeatures',
      'accounts/{key}/getSubscriptions',
      'accounts/{key}/canUpdateSubscription',
      'accounts/{key}/billing',
      'accounts/{key}/invoices',
      'stations/*/getSubscriptions',
    ],
  }),
  promoCodes: endpoint('GET portal/promoCodes', {
    access: 'portal.read',
    summary: 'The promo codes, newest first',
    query: { limit: whole(50, 1000), offset: whole(0, 100_000) },
    returns: z.object({ entities: z.array(PromoCode), total: z.number() }),
    spec: 'own',
  }),
  createPromoCode: endpoint('POST portal/promoCodes', {
    access: 'portal.write',
    summary: 'Create a promo code',
    body: NewPromoCode,
    returns: PromoCode,
    status: 201,
    idempotent: true,
    spec: 'own',
    changes: promoPaths,
  }),
  changePromoCode: endpoint('PUT portal/promoCodes/{id}', {
    access: 'portal.write',
    summary: 'Switch a promo code on or off, or show it beside the plans',
    params: PromoId,
    body: z.object({ active: z.optional(z.boolean()), public: z.optional(z.boolean()) }),
    returns: PromoCode,
    spec: 'own',
    changes: promoPaths,
  }),
  sandboxClock: endpoint('POST portal/sandbox/clock', {
    access: { 'body.account': 'account.setPlan' },
    summary: "Move an account's clock in the sandbox of payments forward",
    body: z.object({ account: AccountKey, days: z.number().check(z.int(), z.gte(0), z.lte(800)) }),
    returns: z.object({ now: z.string() }),
    spec: 'own',
    changes: stalePlans,
  }),
  sandboxCard: endpoint('POST portal/sandbox/card', {
    access: { 'body.account': 'account.setPlan' },
    summary: "Replace an account's card in the sandbox of payments by one of its test cards",
    body: z.object({ account: AccountKey, number: text(25) }),
    returns: z.object({ last4: z.string() }),
    spec: 'own',
    changes: stalePlans,
  }),
};
