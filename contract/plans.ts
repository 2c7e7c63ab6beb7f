import type { Brand } from './brand.ts';
import { limits } from './limits.ts';

/** What a plan allows (spec §3). `null` tracks are unlimited; rates in bit/s. */
export type PlanFeatures = {
  allowedStationsCount: number;
  allowedPodcastsCount: number;
  allowedTracksCount: number | null;
  allowedBitRateLimit: number;
  /** Bytes of tracks and episodes of the account together. */
  allowedStorageBytes: number;
  hlsStreaming: boolean;
  geoBlocking: boolean;
  ipBlocking: boolean;
  ctlLine: boolean;
  /** Whether the automation software may be had. */
  zasAvailable: boolean;
  podcastRecording: boolean;
};

/** The plans of spec §1; `none` is what remains when the last subscription has ended. */
export const planIds = ['none', 'trial', 'starter', 'prime', 'prime_ads_free', 'premier', 'custom', 'legacy'] as const;
export type PlanId = (typeof planIds)[number];
/** The plans that can be chosen for money. */
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
  ...given,
});
const everything = gates({
  hlsStreaming: true,
  geoBlocking: true,
  ipBlocking: true,
  ctlLine: true,
  zasAvailable: true,
  podcastRecording: true,
});
const bounds = (stations: number, podcasts: number, tracks: number | null, bitRate: number, storageGb: number) => ({
  allowedStorageBytes: storageGb * 1024 ** 3,
  allowedStationsCount: stations,
  allowedPodcastsCount: podcasts,
  allowedTracksCount: tracks,
  allowedBitRateLimit: bitRate,
});
const priced = (id: PlanId, monthly: number, yearly: number): readonly Price[] => [
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

/** Every plan with what it allows and costs. The legacy plan keeps what its holders had: spec §9's sample prices. */
export const plans: Record<PlanId, Plan> = {
  none: plan('none', { ...bounds(0, 0, 0, 128_000, 0), ...gates({}) }),
  trial: plan('trial', { ...bounds(5, 5, 1000, 320_000, 10), ...everything, ctlLine: false }),
  starter: plan('starter', { ...bounds(1, 1, 1000, 128_000, 25), ...gates({}) }, priced('starter', 900, 9000)),
  prime: plan(
    'prime',
    {
      ...bounds(3, 5, 5000, 192_000, 100),
      ...gates({ hlsStreaming: true, zasAvailable: true, podcastRecording: true }),
    },
    priced('prime', 2900, 29_000),
  ),
  prime_ads_free: plan(
    'prime_ads_free',
    {
      ...bounds(3, 5, 5000, 192_000, 100),
      ...gates({ hlsStreaming: true, zasAvailable: true, podcastRecording: true }),
    },
    priced('prime_ads_free', 3900, 39_000),
  ),
  premier: plan('premier', { ...bounds(10, 25, null, 320_000, 500), ...everything }, priced('premier', 7900, 79_000)),
  custom: plan('custom', { ...bounds(1, 5, null, 320_000, 100), ...everything }, priced('custom', 1900, 19_000), true),
  legacy: plan('legacy', { ...bounds(1, 1, null, 320_000, 100), ...everything }, [
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

/** An account's own bounds over those of its plan; `null` leaves the plan's (spec §3 "Custom limits"). */
export type CustomLimits = {
  allowedStationsCount: number | null;
  allowedPodcastsCount: number | null;
  allowedTracksCount: number | null;
  allowedBitRateLimit: number | null;
};

/** What an account may: its plan, times its quantity where stations are bought singly, with its custom limits. */
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

/** Spec §5: a station may be created while the master stations are fewer than the plan allows; portal admins always may. Unknown while not loaded. */
export const canCreateStation = (at: {
  isPortalAdmin: boolean;
  masterStations: number | undefined;
  plan: PlanFeatures | undefined;
}): boolean | undefined => {
  if (at.isPortalAdmin) return true;
  if (at.masterStations === undefined || at.plan === undefined) return undefined;
  return at.masterStations < at.plan.allowedStationsCount;
};

/** Spec §5: as for stations, by the count of podcasts. */
export const canCreatePodcast = (at: {
  isPortalAdmin: boolean;
  podcasts: number | undefined;
  plan: PlanFeatures | undefined;
}): boolean | undefined => {
  if (at.isPortalAdmin) return true;
  if (at.podcasts === undefined || at.plan === undefined) return undefined;
  return at.podcasts < at.plan.allowedPodcastsCount;
};

/** How many tracks a person may have in a station; portal admins have their own bound (spec §6). */
export const tracksAllowed = (at: { isPortalAdmin: boolean; plan: PlanFeatures }): number =>
  at.isPortalAdmin ? limits.portalAdminTracks : (at.plan.allowedTracksCount ?? Number.POSITIVE_INFINITY);

/** The highest bit rate a person may give a station, bit/s (spec §6). */
export const bitRateAllowed = (at: { isPortalAdmin: boolean; plan: PlanFeatures }): number =>
  at.isPortalAdmin ? limits.portalAdminBitrate : at.plan.allowedBitRateLimit;

/** Whether a feature of a plan may be used; portal admins may use every one (spec §6). */
export const hasFeature = (
  feature: Exclude<keyof PlanFeatures, `allowed${string}`>,
  at: { isPortalAdmin: boolean; plan: PlanFeatures },
): boolean => at.isPortalAdmin || at.plan[feature];

/** What an account has that a plan bounds; `tracks` and `bitRate` are those of its fullest and loudest station. */
export type Usage = { stations: number; podcasts: number; tracks: number; bitRate: number };

/** Why a plan cannot be taken with what the account has (spec §5, §8); nothing when it can. */
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
