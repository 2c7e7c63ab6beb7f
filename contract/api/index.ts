import type { AnyEndpoint } from './http.ts';
import { accounts } from './accounts.ts';
import { adProviders } from './ad-providers.ts';
import { adRequests } from './ad-requests.ts';
import { analytics } from './analytics.ts';
import { annotations } from './annotations.ts';
import { appStats } from './app-stats.ts';
import { audioAds } from './audio-ads.ts';
import { automation } from './automation.ts';
import { billingAdmin } from './billing-admin.ts';
import { billing } from './billing.ts';
import { campaignForecasts } from './campaign-forecast.ts';
import { campaigns } from './campaigns.ts';
import { ctlStats } from './ctl-stats.ts';
import { distribution } from './distribution.ts';
import { episodes } from './episodes.ts';
import { finance } from './finance.ts';
import { fleet } from './fleet.ts';
import { library } from './library.ts';
import { liveStats } from './live-stats.ts';
import { live } from './live.ts';
import { logger } from './logger.ts';
import { monitoring } from './monitoring.ts';
import { payments } from './payments.ts';
import { people } from './people.ts';
import { personPage } from './person-page.ts';
import { players } from './players.ts';
import { playlists } from './playlists.ts';
import { playoutAir } from './playout-air.ts';
import { playoutRules } from './playout-rules.ts';
import { playout } from './playout.ts';
import { podcastAds } from './podcast-ads.ts';
import { podcastFeed } from './podcast-feed.ts';
import { podcastImport } from './podcast-import.ts';
import { podcastStats } from './podcast-stats.ts';
import { podcasts } from './podcasts.ts';
import { portal } from './portal.ts';
import { presenters } from './presenters.ts';
import { rawData } from './raw-data.ts';
import { recordingSchedules } from './recording-schedules.ts';
import { relays } from './relays.ts';
import { reportViews } from './report-views.ts';
import { royalty } from './royalty.ts';
import { session } from './session.ts';
import { sharedLinks } from './shared-links.ts';
import { signIn } from './sign-in.ts';
import { sites } from './sites.ts';
import { songRequests } from './song-requests.ts';
import { stations } from './stations.ts';
import { studio } from './studio.ts';
import { streamRules } from './stream-rules.ts';
import { telephonyAdmin } from './telephony-admin.ts';
import { telephony } from './telephony.ts';

/** All endpoints by domain; the server does not compile while one of them has no handler. */
export const registry = {
  session,
  signIn,
  accounts,
  billing: { ...billing, ...payments, ...billingAdmin },
  campaigns: { ...campaigns, ...campaignForecasts },
  adProviders,
  adRequests,
  audioAds,
  finance,
  people: { ...people, ...personPage },
  portal,
  fleet,
  stations,
  streamRules,
  playout: { ...playout, ...playoutAir, ...playoutRules, ...playlists },
  relays,
  automation,
  library,
  logger,
  podcasts,
  podcastFeed,
  podcastImport,
  recordingSchedules,
  episodes,
  distribution,
  podcastAds,
  podcastStats,
  analytics,
  reportViews,
  sharedLinks,
  annotations,
  rawData,
  royalty,
  liveStats,
  appStats,
  ctlStats,
  live,
  monitoring,
  telephony: { ...telephony, ...telephonyAdmin },
  players,
  sites,
  presenters,
  studio,
  songRequests,
};

export type Registry = typeof registry;
export type Domain = keyof Registry;

/** The registry as one list: `[domain, name, endpoint]`. */
export const allEndpoints = (): { domain: Domain; name: string; endpoint: AnyEndpoint }[] =>
  Object.entries(registry).flatMap(([domain, endpoints]) =>
    Object.entries(endpoints).map(([name, found]) => ({
      domain: domain as Domain,
      name,
      endpoint: found as unknown as AnyEndpoint,
    })),
  );
