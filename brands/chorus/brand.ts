import type { Brand } from '#contract/rules/brand.ts';
import { mark } from './mark.ts';
import { theme } from './theme.ts';
import { wording } from './wording.ts';

/** The third white label: microsite and partners, podcasts created or imported. */
export const brand: Brand = {
  id: 'chorus',
  name: 'Chorus',
  flags: {
    automation: true,
    recordPodcast: false,
    importPodcast: true,
    createPodcast: true,
    defaultPodcastMethod: 'create',
    customStations: false,
    stationAlerts: true,
    onboarding: false,
    advertising: false,
    microsite: true,
    partners: true,
    subscriptions: false,
    portalContent: false,
    podcastAds: false,
    appAnalytics: false,
    ctlAnalytics: false,
    royaltyReports: false,
    players: true,
    tool: false,
  },
  planNames: { starter: 'Starter', prime: 'Prime', premier: 'Premier', custom: 'Custom Plan' },
  wording,
  theme,
  mark,
};
