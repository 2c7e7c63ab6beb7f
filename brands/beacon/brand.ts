import type { Brand } from '#contract/rules/brand.ts';
import { mark } from './mark.ts';
import { theme } from './theme.ts';
import { wording } from './wording.ts';

/** The variant that spec §1 describes most fully. */
export const brand: Brand = {
  id: 'beacon',
  name: 'Beacon',
  flags: {
    automation: true,
    recordPodcast: true,
    importPodcast: false,
    createPodcast: false,
    defaultPodcastMethod: 'record',
    customStations: true,
    stationAlerts: true,
    onboarding: true,
    advertising: true,
    microsite: false,
    partners: false,
    subscriptions: true,
    portalContent: true,
    podcastAds: true,
    appAnalytics: true,
    ctlAnalytics: true,
    royaltyReports: true,
    players: true,
    tool: false,
  },
  planNames: { starter: 'Streaming 1', prime: 'Streaming 2', premier: 'Streaming 3', custom: 'Streaming' },
  wording,
  theme,
  mark,
};
