import { limits } from './limits.ts';

/** What a plan allows (spec §3). `null` tracks are unlimited. */
export type PlanFeatures = {
  allowedStationsCount: number;
  allowedPodcastsCount: number;
  allowedTracksCount: number | null;
  allowedBitRateLimit: number;
};

/** Every account is on trial until plans can be chosen. */
export const trialPlan: PlanFeatures = {
  allowedStationsCount: 5,
  allowedPodcastsCount: 5,
  allowedTracksCount: 1000,
  allowedBitRateLimit: 320_000,
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

/** How many tracks a person may have in a station; portal admins have their own bound (spec §6). */
export const tracksAllowed = (at: { isPortalAdmin: boolean; plan: PlanFeatures }): number =>
  at.isPortalAdmin ? limits.portalAdminTracks : (at.plan.allowedTracksCount ?? Number.POSITIVE_INFINITY);
