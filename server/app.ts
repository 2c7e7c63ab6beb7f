import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Brand } from '#contract/rules/brand.ts';
import { accountsRoutes } from './domains/accounts/accounts.routes.ts';
import { analyticsRoutes } from './domains/analytics/analytics.routes.ts';
import { createAnalytics, type Analytics } from './domains/analytics/analytics.work.ts';
import { createAudienceHub, type AudienceHub } from './domains/analytics/live/audience.events.ts';
import { mountAppPreflight } from './domains/analytics/app/app-stats.routes.ts';
import { mountReportLinks } from './domains/analytics/reports/report-links.routes.ts';
import { automationRoutes } from './domains/automation/automation.routes.ts';
import type { BillingDeps } from './domains/billing/billing.deps.ts';
import { billingRoutes } from './domains/billing/billing.routes.ts';
import { catalogOf } from './domains/billing/catalog.ts';
import { mountWebhooks } from './domains/billing/webhook.routes.ts';
import { adProvidersRoutes } from './domains/campaigns/providers/providers.routes.ts';
import { breaksRoutes } from './domains/campaigns/breaks/breaks.routes.ts';
import { campaignsRoutes } from './domains/campaigns/campaigns.routes.ts';
import { campaignReportRoutes } from './domains/campaigns/reports/reports.routes.ts';
import { episodeSpots } from './domains/campaigns/podcast-spots/arrange.ts';
import { insertedSpots } from './domains/campaigns/podcast-spots/inserted.ts';
import { adRequestsRoutes } from './domains/campaigns/requests/ad-requests.routes.ts';
import { stationAdsRoutes } from './domains/campaigns/station-ads/station-ads.routes.ts';
import { financeRoutes } from './domains/finance/finance.routes.ts';
import { libraryBeforeBody, libraryRoutes } from './domains/library/library.routes.ts';
import { mountResumable } from './platform/uploads/resumable.routes.ts';
import { libraryUploads } from './domains/library/resumable-uploads.ts';
import { createNowPlaying, type NowPlayingService } from './domains/live/live.service.ts';
import { liveRoutes } from './domains/live/live.routes.ts';
import { loggerRoutes } from './domains/logger/logger.routes.ts';
import { mountAlertLinks } from './domains/monitoring/alert-links.routes.ts';
import { monitoringRoutes } from './domains/monitoring/monitoring.routes.ts';
import { watchStations } from './domains/monitoring/watch-stations.ts';
import { peopleRoutes } from './domains/people/people.routes.ts';
import { mountEpisodeExtras } from './domains/podcasts/episodes/episode-extras.routes.ts';
import { episodesBeforeBody, episodesRoutes } from './domains/podcasts/episodes/episodes.routes.ts';
import { episodeUploads } from './domains/podcasts/episodes/resumable-uploads.ts';
import { mountPodcastImages } from './domains/podcasts/podcast-images.routes.ts';
import { podcastFeedRoutes } from './domains/podcasts/feed/feed.routes.ts';
import { mountFeeds } from './domains/podcasts/feed/feeds.routes.ts';
import { mountEnclosures } from './domains/podcasts/delivery/enclosures.routes.ts';
import { playersRoutes } from './domains/players/players.routes.ts';
import { songRequestsRoutes, requestDeps } from './domains/song-requests/song-requests.routes.ts';
import { watchSongRequests } from './domains/song-requests/watch-requests.ts';
import { presentersRoutes } from './domains/presenters/presenters.routes.ts';
import { studioRoutes } from './domains/studio/studio.routes.ts';
import { podcastAdsRoutes } from './domains/podcasts/ads/podcast-ads.routes.ts';
import { distributionRoutes } from './domains/podcasts/distribution/distribution.routes.ts';
import { podcastImportRoutes } from './domains/podcasts/import/podcast-import.routes.ts';
import { podcastsRoutes } from './domains/podcasts/podcasts.routes.ts';
import { podcastStatsRoutes } from './domains/podcasts/stats/podcast-stats.routes.ts';
import { recordingRoutes } from './domains/podcasts/recording/recording.routes.ts';
import { portalRoutes, type PortalDeps } from './domains/portal/portal.routes.ts';
import { mountChatFrame } from './domains/portal/chat-frame.routes.ts';
import { mountEngineMedia } from './domains/playout/engine-media.routes.ts';
import { connectEngine, type EngineConnection } from './domains/playout/playout.events.ts';
import { playoutRoutes } from './domains/playout/playout.routes.ts';
import { relaysRoutes } from './domains/relays/relays.routes.ts';
import { createInboxHub, type InboxHub } from './platform/inbox.ts';
import { createLiveHub, type LiveHub } from './platform/live-hub.ts';
import { sessionRoutes } from './domains/session/session.routes.ts';
import { publicConfig } from './domains/session/session.service.ts';
import { signInRoutes } from './domains/session/sign-in.routes.ts';
import { dnsResolver, type DomainResolver } from './domains/sites/domains/resolver.ts';
import { sitesRoutes } from './domains/sites/sites.routes.ts';
import { stationsRoutes } from './domains/stations/stations.routes.ts';
import { streamRulesRoutes } from './domains/stream-rules/stream-rules.routes.ts';
import { pushTelephony } from './domains/telephony/push-telephony.ts';
import { fleetRoutes } from './domains/fleet/fleet.routes.ts';
import { telephonyRoutes } from './domains/telephony/telephony.routes.ts';
import { accountStationsRoutes } from './domains/stations/account-stations.routes.ts';
import { startJobs } from './app-jobs.ts';
import { downloadSpool } from './download-spool.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { ffmpegAudio } from './engines/audio/ffmpeg.ts';
import type { AudioEngine } from './engines/audio/port.ts';
import { mmdbGeo, packagedDatabases } from './engines/geo/mmdb.ts';
import type { GeoEngine } from './engines/geo/port.ts';
import { chooseAccountAdmin } from './engines/identity/choose-account-admin.ts';
import { adminEmailOf } from './engines/identity/ensure-admin.ts';
import { mountIdentity } from './engines/identity/identity.ts';
import { keycloakOf } from './engines/identity/keycloak-client.ts';
import type { AccountAdmin } from './engines/identity/port.ts';
import { napiImages } from './engines/images/napi-images.ts';
import type { ImageEngine } from './engines/images/port.ts';
import type { Payments } from './engines/payments/port.ts';
import { createPayments, type Sandbox } from './engines/payments/create-payments.ts';
import { viesRegister } from './engines/vat/vies.ts';
import { identityKernel } from './identity-kernel.ts';
import { addResourceLookups } from './kernel/auth/resource-context.ts';
import { checkIssuerHealth } from './kernel/auth/issuer-health.ts';
import { bearerVerifier, type KeySource } from './kernel/auth/bearer.ts';
import { cacheVerified } from './kernel/auth/verified-tokens.ts';
import { databasePeople, type People } from './kernel/auth/people.ts';
import { databaseSeeAs } from './kernel/auth/see-as.ts';
import type { Admit } from './kernel/http/admission.ts';
import { mount, type DomainHandlers } from './kernel/http/mount.ts';
import { sharedRateLimiter } from './kernel/http/shared-rate-limit.ts';
import { mountReference } from './kernel/http/reference-page.ts';
import { logRefusals } from './kernel/http/log-refusals.ts';
import { logRequests } from './kernel/http/request-log.ts';
import { createServer } from './kernel/http/server.ts';
import { serveSpa } from './kernel/http/spa.ts';
import { mountSecurityTxt } from './kernel/http/well-known.ts';
import type { Kernel } from './kernel/kernel.ts';
import { mountOperation, type Operation } from './kernel/operation.ts';
import { createSongRequestHub, type SongRequestHub } from './platform/song-request-hub.ts';
import { resourceLookups } from './platform/resource-lookups.ts';
import { portalSettings } from './platform/settings.ts';
import { mountPublicPages } from './public-pages.ts';
import { spotEngines } from './spot-engines.ts';
import { subscribeDomains } from './subscriptions.ts';

export type Portal = {
  app: FastifyInstance;
  payments: Payments;
  /** Undefined where payments are real. */
  sandbox: Sandbox | undefined;
  live: LiveHub;
  /** Starts after the first contact with the engine. */
  audience: AudienceHub;
  /** Not started here: it belongs to the process that publishes the outbox. */
  engine: EngineConnection;
  people: People;
  admit: Admit;
  /** Starts the job workers of all domains in this process. */
  startJobs(): Promise<void>;
  operation: Operation;
  /** Ends calls and streams; stop the kernel afterwards. */
  stop(): Promise<void>;
};

export type PortalOptions = {
  brand: Brand;
  pool: pg.Pool;
  /** The keys that verify bearer tokens, and their required audience. */
  keys: KeySource;
  audience: string | undefined;
  /** The directory of the built SPA. */
  webFolder: string;
  /** Looks up the records of domains; the machine's DNS servers by default. */
  dns?: DomainResolver;
};

/** Composes the portal: the handlers of all domains behind one server. */
export const buildApp = async (kernel: Kernel, at: PortalOptions): Promise<Portal> => {
  const { config, clock, db, log } = kernel;
  addResourceLookups(resourceLookups);
  const app = createServer({ config, log, wording: at.brand.wording });
  logRequests(app, log);
  logRefusals(app, log);
  const operation = await mountOperation(app, { ...kernel, pool: at.pool });
  mountSecurityTxt(app, { config, clock });
  mountReference(app, { brand: at.brand, origin: new URL(config.publicUrl).origin });
  const live = createLiveHub();
  const engine = connectEngine(kernel, live, at.brand);
  const audio = ffmpegAudio();
  const images = napiImages();
  const dns = at.dns ?? dnsResolver();
  subscribeDomains(kernel, at.brand, engine);
  const watch = watchStations(kernel, engine);
  const requested = watchSongRequests(kernel, engine);
  const telephony = pushTelephony(kernel, engine);
  const geo = mmdbGeo(packagedDatabases());
  const inbox = createInboxHub(kernel.events);
  const requests = createSongRequestHub(kernel.events);
  const analytics = createAnalytics(kernel, { geo, agents: userAgents() });
  const audience = createAudienceHub({ ...kernel, ...analytics });
  engine.subscribe({ connected: audience.start, state: () => undefined, lost: () => undefined });
  const nowPlaying = createNowPlaying({ ...kernel, live, clickhouse: analytics.clickhouse, report: operation.report });
  const people = databasePeople({ ...kernel, adminEmail: adminEmailOf(config) });
  const verifyBearer = bearerVerifier({
    issuer: config.oidcIssuer,
    clientId: config.oidcClientId,
    audience: at.audience,
    keys: at.keys,
  });
  const admit = {
    verifyBearer: cacheVerified(verifyBearer),
    people,
    rateLimit: sharedRateLimiter(kernel),
    seeAs: databaseSeeAs({ db, clock }),
  };
  const { payments, sandbox } = createPayments({
    ...kernel,
    brand: at.brand,
    sellerCountry: async () => (await portalSettings(db)).seller.country || null,
  });
  const billing = {
    payments,
    sandbox,
    ensureCatalog: catalogOf(payments, at.brand),
    vat: viesRegister(kernel.outbound),
  };
  const accountAdmin = chooseAccountAdmin({ ...kernel, brand: at.brand }, keycloakOf(kernel));
  const identityAnswers: PortalDeps['identityAnswers'] = (signal) =>
    checkIssuerHealth(config.oidcIssuer, at.keys, signal);
  mount(app, kernel, admit, {
    brand: at.brand,
    handlers: domains(kernel, {
      ...{ live, inbox, requests, engine, people, audio, analytics, audience, geo, images, dns },
      ...{ accountAdmin, identityAnswers, brand: at.brand, nowPlaying },
      ...billing,
    }),
    beforeBodies: { ...libraryBeforeBody(kernel), ...episodesBeforeBody(kernel) },
  });
  const withAudio = { ...kernel, audio };
  mountResumable(app, { ...kernel, people, kinds: [libraryUploads(withAudio), episodeUploads(withAudio)] });
  mountAppPreflight(app);
  mountWebhooks(app, { ...kernel, payments });
  sandbox?.mount(app);
  mountEngineMedia(app, kernel);
  mountPodcastImages(app, kernel);
  mountEpisodeExtras(app, { ...kernel, inserted: insertedSpots(kernel) });
  const spots = episodeSpots({ ...kernel, brand: at.brand, ...spotEngines(), geo });
  mountEnclosures(app, { ...kernel, spots, openSpool: downloadSpool(config.dataDir, 'portal', log) });
  mountFeeds(app, { ...kernel, brand: at.brand });
  mountReportLinks(app, { ...kernel, brand: at.brand });
  mountAlertLinks(app, { ...kernel, brand: at.brand });
  const requestPages = { ...requestDeps(kernel, { live, engine }), rateLimit: admit.rateLimit };
  mountPublicPages(app, { ...kernel, brand: at.brand, images, geo, playing: nowPlaying.now, requestPages });
  if (config.embeddedIdentity) mountIdentity(app, identityKernel(kernel, at.brand));
  mountChatFrame(app, kernel, 'portal');
  await serveSpa(app, at.webFolder, () => publicConfig(kernel));
  let recording: { stop(): Promise<void> } | undefined;
  return {
    app,
    live,
    audience,
    engine,
    people,
    admit,
    payments,
    sandbox,
    async startJobs() {
      recording = await startJobs(kernel, at.brand, { audio, images, dns, analytics, engine, live, ...billing });
    },
    operation,
    async stop() {
      await Promise.all([app.close(), operation.stop(), nowPlaying.stop()]);
      await Promise.all([watch.stop(), requested.stop(), telephony.stop()]);
      await audience.stop();
      await engine.stop();
      await recording?.stop();
      await analytics.clickhouse.close();
    },
  };
};

export type Billing = Pick<BillingDeps, 'payments' | 'ensureCatalog' | 'vat'> & { sandbox: Sandbox | undefined };

export type Deps = Billing & {
  live: LiveHub;
  inbox: InboxHub;
  requests: SongRequestHub;
  engine: EngineConnection;
  people: People;
  audio: AudioEngine;
  analytics: Analytics;
  audience: AudienceHub;
  geo: GeoEngine;
  images: ImageEngine;
  dns: DomainResolver;
  accountAdmin: AccountAdmin;
  identityAnswers: PortalDeps['identityAnswers'];
  nowPlaying: NowPlayingService;
  brand: Brand;
};

const domains = (kernel: Kernel, deps: Deps): DomainHandlers => ({
  session: sessionRoutes({ ...kernel, ...deps, agents: deps.analytics.agents }),
  signIn: signInRoutes({ ...kernel, ...deps, agents: deps.analytics.agents }),
  accounts: { ...accountsRoutes(kernel, deps), ...accountStationsRoutes(kernel, deps) },
  billing: billingRoutes({ ...kernel, ...deps }),
  people: peopleRoutes({ ...kernel, ...deps, agents: deps.analytics.agents, adminEmail: adminEmailOf(kernel.config) }),
  ...{ portal: portalRoutes(kernel, deps), fleet: fleetRoutes(kernel) },
  stations: stationsRoutes(kernel, deps),
  playout: playoutRoutes(kernel, deps),
  ...{ relays: relaysRoutes(kernel, deps), automation: automationRoutes(kernel, deps) },
  streamRules: streamRulesRoutes(kernel, deps),
  ...{ live: liveRoutes(deps.nowPlaying), monitoring: monitoringRoutes(kernel) },
  ...{ library: libraryRoutes(kernel, deps), logger: loggerRoutes(kernel, deps.audio) },
  telephony: telephonyRoutes(kernel, deps),
  podcasts: podcastsRoutes(kernel, deps),
  podcastFeed: podcastFeedRoutes({ ...kernel, ...deps }),
  episodes: episodesRoutes(kernel, deps),
  podcastImport: podcastImportRoutes(kernel, deps),
  recordingSchedules: recordingRoutes(kernel),
  ...{ distribution: distributionRoutes(kernel), podcastAds: podcastAdsRoutes(kernel) },
  podcastStats: podcastStatsRoutes(kernel, deps.analytics),
  players: playersRoutes(kernel, deps),
  sites: sitesRoutes(kernel, { ...deps, playing: deps.nowPlaying.now }),
  ...{ presenters: presentersRoutes(kernel, deps), studio: studioRoutes(kernel) },
  songRequests: songRequestsRoutes(kernel, deps),
  campaigns: { ...campaignsRoutes(kernel, deps), ...campaignReportRoutes(kernel, deps.analytics) },
  adProviders: adProvidersRoutes(kernel),
  adRequests: adRequestsRoutes({ ...kernel, ...deps }),
  finance: financeRoutes(kernel, deps),
  audioAds: { ...stationAdsRoutes(kernel, deps), ...breaksRoutes(kernel, deps.analytics) },
  ...analyticsRoutes(kernel, deps),
});
