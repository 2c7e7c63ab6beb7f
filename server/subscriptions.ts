import type { Brand } from '#contract/rules/brand.ts';
import { subscribeForgetting } from './domains/analytics/forget-stations.ts';
import { subscribeBilling } from './domains/billing/billing.work.ts';
import { subscribeBillingEmails } from './domains/billing/emails/emails.work.ts';
import { subscribeVat } from './domains/billing/vat/vat.work.ts';
import { subscribeAdRequests } from './domains/campaigns/requests/ad-requests.work.ts';
import { subscribePlan } from './domains/campaigns/plan/plan.work.ts';
import { subscribePodcastSpots } from './domains/campaigns/podcast-spots/podcast-spots.work.ts';
import { subscribeStationAds } from './domains/campaigns/station-ads/station-ads.work.ts';
import { subscribeCampaigns } from './domains/campaigns/campaigns.work.ts';
import { subscribeLibrary } from './domains/library/library.work.ts';
import { subscribeLogger } from './domains/logger/logger.work.ts';
import type { EngineSync } from './domains/playout/playout.events.ts';
import { subscribeHolds } from './domains/playout/held-accounts.ts';
import { subscribePlayers } from './domains/players/players.work.ts';
import { subscribeSongRequests } from './domains/song-requests/song-requests.work.ts';
import { subscribePresenters } from './domains/presenters/presenters.work.ts';
import { subscribePurged } from './domains/playout/purged-stations.ts';
import { subscribeEpisodes } from './domains/podcasts/episodes/episodes.work.ts';
import { subscribeFeeds } from './domains/podcasts/feed/feed.work.ts';
import { subscribeImports } from './domains/podcasts/import/podcast-import.work.ts';
import { subscribePodcasts } from './domains/podcasts/podcasts.work.ts';
import { subscribePodcastStats } from './domains/podcasts/stats/podcast-stats.work.ts';
import { subscribeSites } from './domains/sites/sites.work.ts';
import { subscribeStations } from './domains/stations/clear-stations.ts';
import { subscribeTelephony } from './domains/telephony/telephony.work.ts';
import type { Kernel } from './kernel/kernel.ts';

/**
 * Has every domain listen to the events and hooks it answers. Called once in each process, before the outbox is started; a hook's
 * answers run in this order.
 */
export const subscribeDomains = (kernel: Kernel, brand: Brand, engine: Pick<EngineSync, 'deliver'>): void => {
  subscribePurged(kernel, engine);
  subscribeHolds(kernel);
  subscribeLogger(kernel);
  subscribeStations(kernel);
  subscribeLibrary(kernel);
  subscribeBilling(kernel, brand);
  subscribeBillingEmails(kernel, brand);
  subscribeVat(kernel);
  subscribePodcasts(kernel);
  subscribeFeeds(kernel);
  subscribePodcastStats(kernel);
  subscribeImports(kernel);
  subscribeEpisodes(kernel);
  subscribePlayers(kernel);
  subscribeSites(kernel);
  subscribePresenters(kernel);
  subscribeSongRequests(kernel);
  subscribeTelephony(kernel);
  subscribeForgetting(kernel);
  subscribeCampaigns(kernel);
  subscribeStationAds(kernel);
  subscribeAdRequests(kernel);
  subscribePlan(kernel);
  subscribePodcastSpots(kernel);
};
