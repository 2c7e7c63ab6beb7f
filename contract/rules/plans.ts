import type { Brand } from './brand.ts';
import { limits } from './limits.ts';

/** What a plan allows (spec §3). `null` tracks are unlimited; rates in bit/s. */
export type PlanFeatures = {
  allowedStationsCount: number;
  allowedPodcastsCount: number;
  allowedTracksCount: number | null;
  allowedBitRateLimit: number;
  /** Total bytes of the account's tracks and episodes. */
  allowedStorageBytes: number;
  hlsStreaming: boolean;
  geoBlocking: boolean;
  ipBlocking: boolean;
  ctlLine: boolean;
  /** Whether the automation software is included. */
  zasAvailable: boolean;
  podcastRecording: boolean;
  /** Whether the microsite may have domains of its own. */
  customDomain: boolean;
};

/** The plans of spec §1; `none` applies after the last subscription has ended. */
export const planIds = ['none', 'trial', 'starter', 'prime', 'prime_ads_free', 'premier', 'custom', 'legacy'] as const;
export type PlanId = (typeof planIds)[number];
/** The paid plans that can be chosen. */
export const offeredPlans = ['starter', 'prime', 'prime_ads_free', 'premier', 'custom'] as const;
export type OfferedPlan = (typeof offeredPlans)[number];
export const intervals = ['month', 'year'] as const;
export type Interval = (typeof intervals)[number];

/** US cents for one interval; the custom plan is priced by station (`quantity`). */
export type Price = { id: string; interval: Interval; cents: number };
export type Plan = {
  id: PlanId;
  product: string;
  features: PlanFeatures;
  prices: readonly Price[];
  perStation: boolean;
};

const gates = (given: Partial<PlanFeatures>): Omit<PlanFeatures, `allowed${string}`> => ({
  hlsStreaming: false,
  geoBlocking: false,
  ipBlocking: false,
  ctlLine: false,
  zasAvailable: false,
  podcastRecording: false,
  customDomain: false,
  ...given,
});
const allFeatures = gates({
  hlsStreaming: true,
  geoBlocking: true,
  ipBlocking: true,
  ctlLine: true,
  zasAvailable: true,
  podcastRecording: true,
  customDomain: true,
});
const quotas = (stations: number, podcasts: number, tracks: number | null, bitRate: number, storageGb: number) => ({
  allowedStorageBytes: storageGb * 1024 ** 3,
  allowedStationsCount: stations,
  allowedPodcastsCount: podcasts,
  allowedTracksCount: tracks,
  allowedBitRateLimit: bitRate,
});
const prices = (id: PlanId, monthly: number, yearly: number): readonly Price[] => [
  { id: `price_${id}_month`, interval: 'month', cents: monthly },
  { id: `price_${id}_year`, interval: 'year', cents: yearly },
];
const plan = (id: PlanId, features: PlanFeatures, prices: readonly Price[] = [], perStation = false): Plan => ({
  id,
  product: `product_${id}`,
  features,
  prices,
  perStation,
});

/** Features and prices of all plans. The legacy plan has the sample prices of spec §9. */
export const plans: Record<PlanId, Plan> = {
  none: plan('none', { ...quotas(0, 0, 0, 128_000, 0), ...gates({}) }),
  trial: plan('trial', { ...quotas(5, 5, 1000, 320_000, 10), ...allFeatures, ctlLine: false }),
  starter: plan('starter', { ...quotas(1, 1, 1000, 128_000, 25), ...gates({}) }, prices('starter', 900, 9000)),
  prime: plan(
    'prime',
    {
      ...quotas(3, 5, 5000, 192_000, 100),
      ...gates({ hlsStreaming: true, zasAvailable: true, podcastRecording: true, customDomain: true }),
    },
    prices('prime', 2900, 29_000),
  ),
  prime_ads_free: plan(
    'prime_ads_free',
    {
      ...quotas(3, 5, 5000, 192_000, 100),
      ...gates({ hlsStreaming: true, zasAvailable: true, podcastRecording: true, customDomain: true }),
    },
    prices('prime_ads_free', 3900, 39_000),
  ),
  premier: plan('premier', { ...quotas(10, 25, null, 320_000, 500), ...allFeatures }, prices('premier', 7900, 79_000)),
  custom: plan('custom', { ...quotas(1, 5, null, 320_000, 100), ...allFeatures }, prices('custom', 1900, 19_000), true),
  legacy: plan('legacy', { ...quotas(1, 1, null, 320_000, 100), ...allFeatures }, [
    { id: 'price_legacy_sponsored_month', interval: 'month', cents: 7490 },
    { id: 'price_legacy_music_month', interval: 'month', cents: 999 },
    { id: 'price_legacy_ctl_month', interval: 'month', cents: 599 },
    { id: 'price_legacy_ctl_year', interval: 'year', cents: 6500 },
  ]),
};

/** The plan's name in this brand (spec §1: one variant calls them Streaming 1, 2, 3 and Streaming). */
export const planName = (id: PlanId, brand: Pick<Brand, 'planNames'>): string => {
  const { starter, prime, premier, custom } = brand.planNames;
  const names: Record<PlanId, string> = {
    none: 'No plan',
    trial: 'Trial',
    starter,
    prime,
    prime_ads_free: `${prime} (ads-free)`,
    premier,
    custom,
    legacy: 'Legacy',
  };
  return names[id];
};

/** The plan and interval behind a price. */
export const planOfPrice = (priceId: string): { plan: Plan; price: Price } | undefined =>
  Object.values(plans)
    .flatMap((one) => one.prices.map((price) => ({ plan: one, price })))
    .find(({ price }) => price.id === priceId);

/** An account's limits that override its plan's; `null` uses the plan's (spec §3 "Custom limits"). */
export type CustomLimits = {
  allowedStationsCount: number | null;
  allowedPodcastsCount: number | null;
  allowedTracksCount: number | null;
  allowedBitRateLimit: number | null;
};

/**
 * The features of an account: its plan, multiplied by the quantity if stations are sold individually, with its custom
 * limits.
 */
export const featuresOf = (at: { plan: PlanId; quantity: number; custom: Partial<CustomLimits> }): PlanFeatures => {
  const { features, perStation } = plans[at.plan];
  return {
    ...features,
    allowedStationsCount:
      at.custom.allowedStationsCount ?? features.allowedStationsCount * (perStation ? at.quantity : 1),
    allowedPodcastsCount: at.custom.allowedPodcastsCount ?? features.allowedPodcastsCount,
    allowedTracksCount: at.custom.allowedTracksCount ?? features.allowedTracksCount,
    allowedBitRateLimit: at.custom.allowedBitRateLimit ?? features.allowedBitRateLimit,
    allowedStorageBytes: features.allowedStorageBytes * (perStation ? at.quantity : 1),
  };
};

/**
 * Spec §5: a station may be created while the account has fewer master stations than the plan allows; portal
 * administrators always may. Undefined while the plan is not loaded.
 */
export const canCreateStation = (at: {
  isPortalAdmin: boolean;
  masterStations: number | undefined;
  plan: PlanFeatures | undefined;
}): boolean | undefined => {
  if (at.isPortalAdmin) return true;
  if (at.masterStations === undefined || at.plan === undefined) return undefined;
  return at.masterStations < at.plan.allowedStationsCount;
};

/** Spec §5: the same for podcasts. */
export const canCreatePodcast = (at: {
  isPortalAdmin: boolean;
  podcasts: number | undefined;
  plan: PlanFeatures | undefined;
}): boolean | undefined => {
  if (at.isPortalAdmin) return true;
  if (at.podcasts === undefined || at.plan === undefined) return undefined;
  return at.podcasts < at.plan.allowedPodcastsCount;
};

/** How many tracks a user may have in a station; portal administrators have a separate limit (spec §6). */
export const tracksAllowed = (at: { isPortalAdmin: boolean; plan: PlanFeatures }): number =>
  at.isPortalAdmin ? limits.portalAdminTracks : (at.plan.allowedTracksCount ?? Number.POSITIVE_INFINITY);

/** The highest bit rate a user may set for a station, bit/s (spec §6). */
export const bitRateAllowed = (at: { isPortalAdmin: boolean; plan: PlanFeatures }): number =>
  at.isPortalAdmin ? limits.portalAdminBitrate : at.plan.allowedBitRateLimit;

/** Whether a user may use a feature of the plan; portal administrators may use all (spec §6). */
export const hasFeature = (
  feature: Exclude<keyof PlanFeatures, `allowed${string}`>,
  at: { isPortalAdmin: boolean; plan: PlanFeatures },
): boolean => at.isPortalAdmin || at.plan[feature];

/** The usage that a plan limits; `tracks`: the most in one station, `bitRate`: the highest of all stations. */
export type Usage = { stations: number; podcasts: number; tracks: number; bitRate: number };

/** Why the account's usage doesn't fit a plan (spec §5, §8); undefined if it does. */
export const planRefusal = (usage: Usage, next: PlanFeatures): PlanRefusal | undefined => {
  if (usage.stations > next.allowedStationsCount) return 'stationsCountExceeded';
  if (usage.podcasts > next.allowedPodcastsCount) return 'podcastsCountExceeded';
  if (next.allowedTracksCount !== null && usage.tracks > next.allowedTracksCount) return 'maxTracksExceeded';
  if (usage.bitRate > next.allowedBitRateLimit) return 'maxBitRateExceeded';
  return undefined;
};
export type PlanRefusal =
  | 'stationsCountExceeded'
  | 'podcastsCountExceeded'
  | 'maxTracksExceeded'
  | 'maxBitRateExceeded'
  | 'invalidQuantity'
  | 'invalidPromoCode'
  | 'noPaymentMethod';

/** Spec §4: these count as active. */
export const activeStatuses = ['trialing', 'active', 'past_due'] as const;
