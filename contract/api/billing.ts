import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { text } from '../rules/listing.ts';
import { intervals, offeredPlans, planIds } from '../rules/plans.ts';
import { Subscription } from './subscription.ts';

const planPaths = [
  'accounts/{id}',
  'accounts/{id}/planFeatures',
  'accounts/{id}/getSubscriptions',
  'accounts/{id}/canUpdateSubscription',
  'accounts/{id}/billing',
  'accounts/{id}/invoices',
  'accounts/{id}/checklist',
  'accounts/{id}/stations/search',
  'stations/*/getSubscriptions',
] as const;
const stationPlanPaths = [
  'accounts/*',
  'accounts/*/planFeatures',
  'accounts/*/getSubscriptions',
  'accounts/*/canUpdateSubscription',
  'accounts/*/billing',
  'accounts/*/invoices',
  'accounts/*/checklist',
  'accounts/*/stations/search',
  'stations/*/getSubscriptions',
] as const;
const requestedPaths = [
  'accounts/{id}',
  'accounts/list',
  'accounts/{id}/getSubscriptions',
  'accounts/{id}/checklist',
] as const;

/** Spec §3 "Plan features": the plan with the account's custom limits applied, and its current usage. */
export const PlanFeaturesReply = z.object({
  plan: z.enum(planIds),
  status: z.nullable(z.enum(['trialing', 'active', 'past_due'])),
  /** Since when the account is held: its stations are off the air until it pays. */
  held: z.nullable(z.object({ since: z.string(), reason: z.string() })),
  /** When the stations go off the air after an unpaid end; null if they don't, or nothing has ended. */
  graceEnds: z.nullable(z.string()),
  legacySubscription: z.boolean(),
  interval: z.nullable(z.enum(intervals)),
  ends: z.nullable(z.string()),
  allowedStationsCount: z.number(),
  allowedPodcastsCount: z.number(),
  allowedTracksCount: z.nullable(z.number()),
  allowedBitRateLimit: z.number(),
  /** Bytes. */
  allowedStorageBytes: z.number(),
  hlsStreaming: z.boolean(),
  geoBlocking: z.boolean(),
  ipBlocking: z.boolean(),
  ctlLine: z.boolean(),
  zasAvailable: z.boolean(),
  podcastRecording: z.boolean(),
  customDomain: z.boolean(),
  /**
   * Master stations, podcasts, most tracks in one station, highest bit rate (bit/s), bytes of all tracks and episodes.
   */
  usage: z.object({
    stations: z.number(),
    podcasts: z.number(),
    tracks: z.number(),
    bitRate: z.number(),
    storage: z.number(),
  }),
  /** The plan that the account requested and nobody has assigned yet. */
  requested: z.nullable(z.object({ plan: z.enum(offeredPlans), interval: z.enum(intervals), quantity: z.number() })),
});
export type PlanFeaturesReply = z.infer<typeof PlanFeaturesReply>;

const quantity = z._default(z.number().check(z.int(), z.gte(1), z.lte(1000)), 1);

/** The plan that a portal administrator assigns; `none` ends the current one. */
export const AssignedPlan = z.object({
  /** Also ends a paid subscription, at once and without a refund; otherwise one is refused with `subscription.paid`. */
  endPaid: z._default(z.boolean(), false),
  plan: z.enum(planIds),
  interval: z._default(z.enum(intervals), 'month'),
  quantity,
  legacySubscription: z._default(z.boolean(), false),
});
export const RequestedPlan = z.object({ plan: z.enum(offeredPlans), interval: z.enum(intervals), quantity });
export type RequestedPlan = z.input<typeof RequestedPlan>;

const promoCode = text(60);

/**
 * What to buy. With a card on file, the first attempt is refused with `subscription.confirmCharge`, whose details say what would be
 * charged; repeated with `confirm` it is charged, unless the amount has changed meanwhile.
 */
export const NewSubscription = z.object({
  priceId: text(100),
  quantity,
  promoCode: z.optional(promoCode),
  confirm: z.optional(z.object({ amount_due: z.number().check(z.int(), z.gte(0)), currency: text(3) })),
  /**
   * The page of the portal to return to after a payment page, with its query: a path below the account's, the station's or
   * `/onboarding/{id}/`. `checkout=done` or `checkout=cancelled` is added to its query.
   */
  returnPath: z.optional(text(300)),
});
export type NewSubscription = z.input<typeof NewSubscription>;

/** `next` is a page of the payment provider on which the customer pays or confirms the payment. */
export const Bought = z.object({
  subscription: z.nullable(Subscription),
  next: z.nullable(z.object({ type: z.enum(['checkout', 'confirm']), url: z.string() })),
});
export type Bought = z.infer<typeof Bought>;

/** What a change would cost: `amount_due` now, `credit` kept for later invoices, then `next_amount` for each period. */
export const ChargePreview = z.object({
  amount_due: z.number(),
  credit: z.number(),
  tax: z.number(),
  currency: z.string(),
  lines: z.array(z.object({ description: z.string(), amount: z.number() })),
  next_amount: z.number(),
  next_at: z.nullable(z.string()),
});
export type ChargePreview = z.infer<typeof ChargePreview>;

/** A paid subscription ends with its period unless `now` is requested; trials and assigned plans always end at once. */
const Cancelling = {
  at: z._default(z.enum(['period_end', 'now']), 'period_end'),
  reason: z.optional(text(500)),
};

const SubId = { subId: z.uuid('Not the ID of a subscription.') };

export const billing = {
  ofAccount: endpoint('GET accounts/{id}/getSubscriptions/', {
    flag: 'subscriptions',
    access: 'account.readPlan',
    summary: 'The subscriptions of an account: the active one, then the newest',
    returns: z.array(Subscription),
  }),
  ofStation: endpoint('GET stations/{id}/getSubscriptions/', {
    access: 'station.readPlan',
    summary: 'The subscriptions of a single station: the active ones, then the newest',
    returns: z.array(Subscription),
  }),
  oneOfAccount: endpoint('GET accounts/{id}/getSubscription/{subId}', {
    flag: 'subscriptions',
    access: 'account.readPlan',
    summary: 'One subscription of an account',
    params: SubId,
    returns: Subscription,
  }),
  oneOfStation: endpoint('GET stations/{id}/getSubscription/{subId}', {
    access: 'station.readPlan',
    summary: 'One subscription of a station',
    params: SubId,
    returns: Subscription,
  }),
  cancelOfAccount: endpoint('DELETE accounts/{id}/cancelSubscription/{subId}', {
    flag: 'subscriptions',
    access: 'account.cancelPlan',
    summary: 'Cancel a subscription of an account',
    params: SubId,
    query: Cancelling,
    returns: Subscription,
    changes: planPaths,
  }),
  cancelOfStation: endpoint('DELETE stations/{id}/cancelSubscription/{subId}', {
    access: 'station.cancelPlan',
    summary: 'Cancel a subscription of a station',
    params: SubId,
    query: Cancelling,
    returns: Subscription,
    changes: stationPlanPaths,
  }),
  features: endpoint('GET accounts/{id}/planFeatures', {
    access: 'account.readPlan',
    summary: 'What the plan of an account allows, and how much of it is used',
    returns: PlanFeaturesReply,
  }),
  discounts: endpoint('GET accounts/{id}/plansDiscounts', {
    access: 'account.readPlan',
    summary: 'The discounts per plan, in percent: of yearly over monthly billing, and by public promo codes',
    returns: z.array(
      z.object({
        plan: z.enum(offeredPlans),
        interval: z.enum(intervals),
        percent: z.number(),
        /** The promo code that gives it, and when it expires; null for yearly billing. */
        code: z.nullable(z.string()),
        until: z.nullable(z.string()),
      }),
    ),
  }),
  canUpdate: endpoint('GET accounts/{id}/canUpdateSubscription', {
    access: 'account.readPlan',
    summary: 'Whether the account can change to a price, and why not',
    query: {
      updatePriceId: text(100),
      updateQuantity: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000))),
      promoCode: z.optional(text(60)),
    },
    // It asks the provider, and tells whether a promo code exists.
    rateLimit: { max: 120, seconds: 3600 },
    returns: z.object({
      updateAllowed: z.boolean(),
      reason: z.nullable(z.string()),
      /** Null if the change is refused, or payments are unavailable. */
      preview: z.nullable(ChargePreview),
    }),
  }),
  createOfAccount: endpoint('POST accounts/{id}/createSubscription', {
    flag: 'subscriptions',
    access: 'account.buyPlan',
    summary: 'Subscribe an account to a plan, by the card on file or on a payment page',
    body: NewSubscription,
    returns: Bought,
    status: 201,
    idempotent: true,
    rateLimit: { max: 60, seconds: 3600 },
    changes: planPaths,
  }),
  createOfStation: endpoint('POST stations/{id}/createSubscription', {
    access: 'station.buyAddOn',
    summary: 'Subscribe a station to an add-on, billed to its account',
    body: NewSubscription,
    returns: Bought,
    status: 201,
    idempotent: true,
    rateLimit: { max: 60, seconds: 3600 },
    changes: stationPlanPaths,
  }),
  promoCode: endpoint('POST accounts/{id}/subscription/{subId}/promoCode/{code}', {
    flag: 'subscriptions',
    access: 'account.buyPlan',
    summary: 'Apply a promo code to a subscription, from the next invoice',
    params: { ...SubId, code: promoCode },
    returns: Subscription,
    rateLimit: { max: 20, seconds: 3600 },
    changes: planPaths,
  }),
  update: endpoint('PUT accounts/{id}/updateSubscription/{subId}', {
    flag: 'subscriptions',
    access: 'account.buyPlan',
    summary: 'Change the plan, interval or quantity of a paid subscription at once, with proration',
    params: SubId,
    body: NewSubscription,
    returns: Bought,
    rateLimit: { max: 60, seconds: 3600 },
    spec: 'own',
    changes: planPaths,
  }),
  resume: endpoint('POST accounts/{id}/resumeSubscription/{subId}', {
    flag: 'subscriptions',
    access: 'account.buyPlan',
    summary: 'Keep a subscription that would end with its period',
    params: SubId,
    returns: Subscription,
    spec: 'own',
    changes: planPaths,
  }),
  resumeOfStation: endpoint('POST stations/{id}/resumeSubscription/{subId}', {
    access: 'station.buyAddOn',
    summary: "Keep a station's add-on that would end with its period",
    params: SubId,
    returns: Subscription,
    spec: 'own',
    changes: stationPlanPaths,
  }),
  assign: endpoint('PUT portal/accounts/{key}/subscription', {
    access: 'account.setPlan',
    summary: 'Assign a plan to an account, or end its plan',
    body: AssignedPlan,
    returns: PlanFeaturesReply,
    spec: 'own',
    changes: ['accounts/{key}', 'accounts/list', 'accounts/{key}/getSubscriptions', 'accounts/{key}/checklist'],
  }),
  request: endpoint('POST accounts/{id}/planRequest', {
    access: 'account.requestPlan',
    summary: "Request a plan; the portal's administrators are notified",
    body: RequestedPlan,
    returns: PlanFeaturesReply,
    rateLimit: { max: 20, seconds: 3600 },
    spec: 'own',
    changes: requestedPaths,
  }),
  withdrawRequest: endpoint('DELETE accounts/{id}/planRequest', {
    access: 'account.requestPlan',
    summary: 'Cancel the plan request',
    returns: PlanFeaturesReply,
    spec: 'own',
    changes: requestedPaths,
  }),
};
