import { fillText, type Brand } from './brand.ts';
import { offeredPlans, type OfferedPlan, type PlanFeatures, type PlanId } from './plans.ts';

/** Features a brand may lack; `defaultPodcastMethod` only chooses between two of them. */
export type Flag = Exclude<keyof Brand['flags'], 'defaultPodcastMethod'>;

/** Whether a brand has this flag, or one of these. */
export const isOffered = (flags: Brand['flags'], flag: Flag | readonly Flag[] | undefined): boolean =>
  flag === undefined || (typeof flag === 'string' ? [flag] : flag).some((one) => flags[one]);

/** The name of a feature that the brand lacks, in its own wording: the `feature` of `request.notOffered`. */
export const featureName = ({ wording }: Pick<Brand, 'wording'>, flag: Flag | readonly Flag[]): string =>
  fillText(names[typeof flag === 'string' ? flag : (flag[0] ?? 'tool')], wording);

/** Plans that are nothing without a flag. */
export const flagsOfPlans: Readonly<Partial<Record<PlanId, Flag>>> = {
  custom: 'customStations',
  prime_ads_free: 'advertising',
};

/** Features of plans that only brands with a flag have. */
export const flagsOfFeatures: Readonly<Partial<Record<keyof PlanFeatures, Flag>>> = {
  zasAvailable: 'automation',
  podcastRecording: 'recordPodcast',
  customDomain: 'microsite',
};

/** Whether the brand has this plan. */
export const offersPlan = ({ flags }: Pick<Brand, 'flags'>, plan: PlanId): boolean =>
  isOffered(flags, flagsOfPlans[plan]);

/** The plans that customers of the brand can choose. */
export const plansOf = (brand: Pick<Brand, 'flags'>): OfferedPlan[] =>
  offeredPlans.filter((plan) => offersPlan(brand, plan));

const names: Record<Flag, string> = {
  automation: 'automation software',
  recordPodcast: 'recording {podcasts}',
  importPodcast: 'importing {podcasts}',
  createPodcast: 'new {podcasts}',
  customStations: 'the plan for custom stations',
  stationAlerts: 'monitoring alerts',
  onboarding: 'guided first steps',
  advertising: 'audio advertising',
  microsite: 'microsites',
  partners: 'partners',
  subscriptions: 'subscriptions',
  portalContent: 'notifications, posts and the changelog',
  podcastAds: '{podcast} ads',
  appAnalytics: 'app analytics',
  ctlAnalytics: 'call-in analytics',
  royaltyReports: 'SoundExchange reports',
  players: 'players for websites',
  tool: 'this tool',
};
