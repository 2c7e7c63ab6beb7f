import type { Brand } from '#contract/rules/brand.ts';
import { mark } from './mark.ts';
import { theme } from './theme.ts';
import { wording } from './wording.ts';

/** The default brand: everything the product can do. */
export const brand: Brand = {
  id: 'skywave',
  name: 'Skywave',
  flags: {
    automation: true,
    recordPodcast: true,
    importPodcast: true,
    createPodcast: true,
    defaultPodcastMethod: 'create',
    customStations: true,
    stationAlerts: true,
    onboarding: true,
    advertising: true,
    microsite: true,
    partners: true,
    subscriptions: true,
    portalContent: true,
    podcastAds: true,
    appAnalytics: true,
    ctlAnalytics: true,
    royaltyReports: true,
    players: true,
    tool: false,
  },
  planNames: { starter: 'Starter', prime: 'Prime', premier: 'Premier', custom: 'Custom Plan' },
  wording,
  theme,
  mark,
};
