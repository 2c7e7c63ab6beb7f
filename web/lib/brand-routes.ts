import type { Flag } from '#contract/brand-flags.ts';
import { brand } from '#brand/brand.ts';

const account = '/accounts/$accountKey';
const station = `${account}/stations/$stationKey`;
const podcasts = [`${account}/podcasts/$podcastKey`, `${station}/podcasts/$podcastKey`];

/** The routes that only brands with a flag have, with all routes below them; docs/BRANDS.md is generated from it. */
export const brandRoutes: Readonly<Partial<Record<Flag, readonly string[]>>> = {
  automation: [`${station}/automation`],
  recordPodcast: podcasts.map((podcast) => `${podcast}/recording`),
  importPodcast: podcasts.map((podcast) => `${podcast}/import`),
  stationAlerts: [`${station}/settings/alerts`],
  onboarding: ['/onboarding'],
  advertising: [
    `${account}/advertising`,
    `${station}/breaks`,
    `${station}/settings/audio-ads`,
    '/portal/ad-requests',
    '/portal/ad-invoices',
    '/portal/ad-servers',
  ],
  microsite: [`${account}/microsite`],
  partners: ['/portal/partners'],
  subscriptions: [
    `${account}/subscriptions`,
    `${station}/settings/subscriptions`,
    '/portal/promo-codes',
    '/portal/payments',
  ],
  portalContent: ['/changelog', '/portal/notifications', '/portal/changelog', '/portal/posts'],
  podcastAds: [...podcasts.map((podcast) => `${podcast}/ad-settings`), '/portal/ads-settings'],
  appAnalytics: [`${account}/analytics/app`, `${account}/settings/applications`],
  ctlAnalytics: [`${account}/analytics/ctl`, `${station}/analytics/ctl`],
  players: [`${account}/embedding`, `${station}/widget/player`],
  royaltyReports: [`${account}/analytics/sound-exchange-reports`],
};

/** The flag that a route needs, if any. */
export const flagOfRoute = (route: string): Flag | undefined =>
  (Object.keys(brandRoutes) as Flag[]).find((flag) =>
    brandRoutes[flag]?.some((prefix) => route === prefix || route.startsWith(`${prefix}/`)),
  );

/** Whether the brand has a route, so that something may link to it. */
export const offersRoute = (route: string): boolean => {
  const flag = flagOfRoute(route);
  return flag === undefined || brand.flags[flag];
};
