import type { Brand } from '#contract/rules/brand.ts';
import { workAccounts } from './domains/accounts/accounts.work.ts';
import { workAnalytics } from './domains/analytics/analytics.work.ts';
import { workAppEvents } from './domains/analytics/app/forward-app-events.ts';
import { workRawData } from './domains/analytics/raw/raw-data.work.ts';
import { reportReaders, workReports } from './domains/analytics/reports/reports.work.ts';
import { workBilling } from './domains/billing/billing.work.ts';
import { workCampaigns } from './domains/campaigns/campaigns.work.ts';
import { workPacing } from './domains/campaigns/pacing/pacing.work.ts';
import { startAdPlan } from './domains/campaigns/plan/plan.work.ts';
import { workProofs } from './domains/campaigns/proofs/proofs.work.ts';
import { workProviders } from './domains/campaigns/providers/providers.work.ts';
import { startFleetController } from './domains/fleet/fleet-controller.work.ts';
import { recordHeard } from './domains/campaigns/providers/record-heard.ts';
import { countPromised } from './domains/campaigns/podcast-spots/podcast-leases.ts';
import { campaignReport } from './domains/campaigns/reports/campaign-mail.ts';
import { workPodcastSpots } from './domains/campaigns/podcast-spots/podcast-spots.work.ts';
import { workFinance } from './domains/finance/finance.work.ts';
import { countPriced, priceSpots } from './domains/finance/prices/price-spots.service.ts';
import { workLibrary } from './domains/library/library.work.ts';
import { workMonitoring } from './domains/monitoring/monitoring.work.ts';
import { workInvitations } from './domains/people/invitation.work.ts';
import { workEpisodes } from './domains/podcasts/episodes/episodes.work.ts';
import { workFeeds } from './domains/podcasts/feed/feed.work.ts';
import { workDistribution } from './domains/podcasts/distribution/distribution.work.ts';
import { workImports } from './domains/podcasts/import/podcast-import.work.ts';
import { podcastReport } from './domains/podcasts/stats/podcast-report.ts';
import { workPodcastStats } from './domains/podcasts/stats/podcast-stats.work.ts';
import { recordingEngine } from './domains/podcasts/recording/recording-engine.ts';
import { workRecordings } from './domains/podcasts/recording/recording.work.ts';
import { workReferral } from './domains/portal/referral.service.ts';
import { workPlayers } from './domains/players/players.work.ts';
import { workSites } from './domains/sites/sites.work.ts';
import { requestDeps } from './domains/song-requests/song-requests.routes.ts';
import { workSongRequests } from './domains/song-requests/song-requests.work.ts';
import { workStations } from './domains/stations/stations.work.ts';
import { workTelephony } from './domains/telephony/telephony.work.ts';
import { podcastAgents } from './engines/agents/podcast-agent.ts';
import { episodeStitcher } from './engines/audio/stitch-episode.ts';
import { workIdentity } from './engines/identity/identity.ts';
import { workMail } from './engines/mail/mail.ts';
import { forgetSentEmails } from './engines/mail/sent-emails.ts';
import { httpReferral } from './engines/referral/http-referral.ts';
import { identityKernel } from './identity-kernel.ts';
import { deleteOldReplies } from './kernel/http/idempotency.ts';
import { deletePastWindows } from './kernel/http/shared-rate-limit.ts';
import type { Kernel } from './kernel/kernel.ts';
import type { Billing, Deps } from './app.ts';

/** Starts the job workers of all domains in this process; `stop` ends those that hold something open. */
export const startJobs = async (
  kernel: Kernel,
  brand: Brand,
  {
    audio,
    images,
    dns,
    analytics,
    engine,
    live,
    ...billing
  }: Pick<Deps, 'audio' | 'images' | 'dns' | 'analytics' | 'engine' | 'live' | keyof Billing>,
): Promise<{ stop(): Promise<void> }> => {
  const { jobs, mail, db, clock, config } = kernel;
  await workMail(jobs, mail);
  await jobs.every('mail.forgetSent', '27 3 * * *', () => forgetSentEmails(db, clock.now()));
  if (config.embeddedIdentity || config.oidcAdmin) await workIdentity(identityKernel(kernel, brand));
  await jobs.every('kernel.forgetRates', '23 * * * *', () => deletePastWindows(db, clock.now()));
  await jobs.every('kernel.forgetReplies', '17 3 * * *', () => deleteOldReplies(db, clock.now()));
  await workLibrary({ ...kernel, audio, images });
  await workEpisodes({ ...kernel, audio, images });
  await workImports({ ...kernel, audio, images });
  await workBilling({ ...kernel, ...billing, brand });
  await billing.sandbox?.work(jobs);
  await workInvitations(kernel);
  await workMonitoring(kernel);
  await workDistribution(kernel);
  await workFeeds({ ...kernel, brand });
  await workReports({
    ...kernel,
    ...analytics,
    brand,
    readers: reportReaders({ podcasts: podcastReport, campaign: campaignReport }),
  });
  await workReferral(kernel, httpReferral(kernel.outbound));
  await workAccounts(kernel);
  await workStations(kernel);
  if (brand.flags.microsite) await workSites({ ...kernel, dns });
  await workRecordings({ ...kernel, audio, engine: recordingEngine(kernel.fleet) });
  await workTelephony(kernel, engine);
  await workSongRequests({ ...requestDeps(kernel, { live, engine }), jobs });
  await workRawData({ ...kernel, ...analytics });
  await workCampaigns({ ...kernel, audio });
  if (brand.flags.advertising) await workProofs(kernel);
  if (brand.flags.advertising) await workPacing({ ...kernel, ...analytics });
  await workPodcastSpots({ ...kernel, stitcher: episodeStitcher() });
  await workFinance({ ...kernel, ...analytics });
  const parts = [
    await workAnalytics(kernel, { ...analytics, heardTickets: recordHeard(kernel), priceSpots }),
    startFleetController({ ...kernel, moved: engine.moved, positionOf: engine.positionOf }),
    await workAppEvents({ ...kernel, ...analytics }),
    await workPlayers({ ...kernel, ...analytics }),
    ...(brand.flags.advertising
      ? [startAdPlan({ ...kernel, ...analytics, brand }), await workProviders({ ...kernel, audio })]
      : []),
    await workPodcastStats({
      ...{ ...kernel, ...analytics, podcastAgents: podcastAgents() },
      countSpots: countPriced(countPromised(kernel)),
    }),
  ];
  return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
};
