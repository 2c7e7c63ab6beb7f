import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { text } from './listing.ts';
import { intervals, offeredPlans, planIds } from './plans.ts';

/** Spec §3 "Subscription". Prices in US cents; `trialing`, `active` and `past_due` count as active (spec §4). */
export const Subscription = z.object({
  id: z.string(),
  status: z.enum(['trialing', 'active', 'past_due', 'canceled']),
  plan: z.enum(planIds),
  legacySubscription: z.boolean(),
  quantity: z.number(),
  promoCode: z.nullable(z.string()),
  items: z.array(
    z.object({
      product: z.string(),
      price: z.object({
        id: z.string(),
        active: z.boolean(),
        unit_amount: z.number(),
        recurring: z.object({ interval: z.enum(intervals) }),
      }),
    }),
  ),
  /** End of the trial or of the paid period. */
  current_period_end: z.nullable(z.string()),
  created: z.string(),
  canceled_at: z.nullable(z.string()),
});
export type Subscription = z.infer<typeof Subscription>;

/** Spec §3 "Plan features": the plan with the account's custom limits applied, and its current usage. */
export const PlanFeaturesReply = z.object({
  plan: z.enum(planIds),
  status: z.nullable(z.enum(['trialing', 'active', 'past_due'])),
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
  plan: z.enum(planIds),
  interval: z._default(z.enum(intervals), 'month'),
  quantity,
  legacySubscription: z._default(z.boolean(), false),
});
export const RequestedPlan = z.object({ plan: z.enum(offeredPlans), interval: z.enum(intervals), quantity });
export type RequestedPlan = z.input<typeof RequestedPlan>;

const SubId = { subId: z.uuid('Not the ID of a subscription.') };

export const billing = {
  ofAccount: endpoint('GET accounts/{id}/getSubscriptions/', {
    flag: 'subscriptions',
    access: 'account.readPlan',
    summary: 'The subscriptions of an account, newest first',
    returns: z.array(Subscription),
  }),
  ofStation: endpoint('GET stations/{id}/getSubscriptions/', {
    access: 'station.readPlan',
    summary: 'The subscriptions of a single station, newest first',
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
    returns: Subscription,
  }),
  cancelOfStation: endpoint('DELETE stations/{id}/cancelSubscription/{subId}', {
    access: 'station.cancelPlan',
    summary: 'Cancel a subscription of a station',
    params: SubId,
    returns: Subscription,
  }),
  features: endpoint('GET accounts/{id}/planFeatures', {
    access: 'account.readPlan',
    summary: 'What the plan of an account allows, and how much of it is used',
    returns: PlanFeaturesReply,
  }),
  discounts: endpoint('GET accounts/{id}/plansDiscounts', {
    access: 'account.readPlan',
    summary: 'The discount of yearly over monthly billing, in percent per plan',
    returns: z.array(z.object({ plan: z.enum(offeredPlans), interval: z.enum(intervals), percent: z.number() })),
  }),
  canUpdate: endpoint('GET accounts/{id}/canUpdateSubscription', {
    access: 'account.readPlan',
    summary: 'Whether the account can change to a price, and why not',
    query: {
      updatePriceId: text(100),
      updateQuantity: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000))),
      promoCode: z.optional(text(60)),
    },
    returns: z.object({ updateAllowed: z.boolean(), reason: z.nullable(z.string()) }),
  }),
  assign: endpoint('PUT portal/accounts/{key}/subscription', {
    access: 'account.setPlan',
    summary: 'Assign a plan to an account, or end its plan',
    body: AssignedPlan,
    returns: PlanFeaturesReply,
    spec: 'own',
  }),
  request: endpoint('POST accounts/{id}/planRequest', {
    access: 'account.requestPlan',
    summary: "Request a plan; the portal's administrators are notified",
    body: RequestedPlan,
    returns: PlanFeaturesReply,
    rateLimit: { max: 20, seconds: 3600 },
    spec: 'own',
  }),
  withdrawRequest: endpoint('DELETE accounts/{id}/planRequest', {
    access: 'account.requestPlan',
    summary: 'Cancel the plan request',
    returns: PlanFeaturesReply,
    spec: 'own',
  }),
};
