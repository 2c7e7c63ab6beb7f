import { createRoute, redirect } from '@tanstack/react-router';
import { wording } from '#brand/wording.ts';
import { PeriodSearch } from '#web/features/analytics/shared/period-search.ts';
import { LiveSearch } from '#web/features/live-map/live-search.ts';
import { RawSearch } from '#web/features/raw-data/raw-search.ts';
import { RoyaltySearch } from '#web/features/royalty/royalty-search.ts';
import { account } from './account-screens.ts';
import { annotationsOf, linksOf, rawArchives, rawFiles, reportsOf, viewsOf } from './analytics-calls.ts';
import { frame, screen } from './screen.ts';

/* The analytics of an account (spec §2); the tabs are in web/features/analytics/analytics-tabs.ts. */

const layout = frame({
  parent: account,
  path: 'analytics',
  load: () => import('#web/features/analytics/AnalyticsFrame.tsx'),
  name: 'AnalyticsFrame',
  may: 'account.readAnalytics',
  nav: { of: 'account', icon: 'chartAreaLine', name: 'Analytics', first: 'streaming' },
});

const index = createRoute({
  getParentRoute: () => layout,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/accounts/$accountKey/analytics/streaming', params, replace: true });
  },
});

const streaming = screen({
  parent: layout,
  path: 'streaming',
  load: () => import('#web/features/analytics/StreamingScreen.tsx'),
  name: 'StreamingScreen',
  title: 'Streaming',
  may: 'account.readAnalytics',
  search: PeriodSearch,
  calls: [
    'analytics.account',
    'analytics.stations',
    'session.events',
    'sharedLinks.createOfAccount',
    ...annotationsOf('Account'),
    ...annotationsOf('Station'),
    ...viewsOf('Account'),
  ],
});

const live = screen({
  parent: layout,
  path: 'live',
  load: () => import('#web/features/live-map/LiveScreen.tsx'),
  name: 'LiveScreen',
  title: 'Live',
  may: 'account.readAnalytics',
  search: LiveSearch,
  calls: ['liveStats.account', 'liveStats.accountCities', 'liveStats.accountCurve', 'session.events'],
});

const podcasts = screen({
  parent: layout,
  path: 'podcasts',
  load: () => import('#web/features/podcast-analytics/PodcastsOverviewScreen.tsx'),
  name: 'PodcastsOverviewScreen',
  title: wording.Podcasts,
  may: 'account.readAnalytics',
  search: PeriodSearch,
  calls: [
    'podcastStats.account',
    'podcasts.list',
    'reportViews.viewsOfAccount',
    'reportViews.saveOfAccount',
    'reportViews.changeViewOfAccount',
    'reportViews.removeViewOfAccount',
    'reportViews.reportsOfAccount',
    'reportViews.addReportOfAccount',
  ],
});

const podcastsFull = screen({
  parent: layout,
  path: 'podcasts/full',
  load: () => import('#web/features/podcast-analytics/PodcastsFullScreen.tsx'),
  name: 'PodcastsFullScreen',
  title: 'Everything',
  may: 'account.readAnalytics',
  search: PeriodSearch,
  calls: [
    'podcastStats.account',
    'podcasts.list',
    'reportViews.viewsOfAccount',
    'reportViews.saveOfAccount',
    'reportViews.changeViewOfAccount',
    'reportViews.removeViewOfAccount',
    'reportViews.reportsOfAccount',
    'reportViews.addReportOfAccount',
  ],
});

const raw = screen({
  parent: layout,
  path: 'raw',
  load: () => import('#web/features/raw-data/RawScreen.tsx'),
  name: 'RawScreen',
  title: 'Raw data',
  may: 'account.readAnalytics',
  search: RawSearch,
  calls: ['accounts.stations', ...rawFiles],
});

const rawArchive = screen({
  parent: layout,
  path: 'raw/archive',
  load: () => import('#web/features/raw-data/RawArchiveScreen.tsx'),
  name: 'RawArchiveScreen',
  title: 'Archive',
  may: 'account.readAnalytics',
  search: RawSearch,
  calls: ['accounts.stations', ...rawArchives],
});

const rawPodcasts = screen({
  parent: layout,
  path: 'raw/podcasts',
  load: () => import('#web/features/raw-data/RawPodcastsScreen.tsx'),
  name: 'RawPodcastsScreen',
  title: `${wording.Podcasts} raw`,
  may: 'account.readAnalytics',
  search: RawSearch,
  calls: ['podcasts.list', 'podcastStats.requests', 'podcastStats.requestsFile'],
});

const reports = screen({
  parent: layout,
  path: 'reports',
  load: () => import('#web/features/reports/ReportsScreens.tsx'),
  name: 'AccountReportsScreen',
  title: 'Scheduled reports',
  may: 'account.readAnalytics',
  calls: [...reportsOf('Account'), ...reportsOf('Station'), ...linksOf('Account')],
});

const ctl = screen({
  parent: layout,
  path: 'ctl',
  load: () => import('#web/features/ctl-analytics/CtlAnalyticsScreen.tsx'),
  name: 'CtlAnalyticsScreen',
  title: 'Call-in',
  may: 'account.readAnalytics',
  flag: 'ctlAnalytics',
  search: PeriodSearch,
  calls: ['ctlStats.account', 'telephony.stations', 'ctlStats.station', 'accounts.stations', ...viewsOf('Account')],
});

const app = screen({
  parent: layout,
  path: 'app',
  load: () => import('#web/features/app-analytics/AppAnalyticsScreen.tsx'),
  name: 'AppAnalyticsScreen',
  title: 'App',
  may: 'account.readAnalytics',
  flag: 'appAnalytics',
  search: PeriodSearch,
  calls: [
    'appStats.account',
    'appStats.hasAppAnalytics',
    'accounts.stations',
    'accounts.applications',
    ...viewsOf('Account'),
  ],
});

const royalty = screen({
  parent: layout,
  path: 'sound-exchange-reports',
  load: () => import('#web/features/royalty/RoyaltyScreen.tsx'),
  name: 'RoyaltyScreen',
  title: 'SoundExchange reports',
  may: 'account.readAnalytics',
  flag: 'royaltyReports',
  search: RoyaltySearch,
  calls: [
    'royalty.account',
    'royalty.complement',
    'royalty.report',
    'royalty.reportTable',
    'royalty.settings',
    'royalty.setSettings',
    'royalty.correct',
    'royalty.uncorrect',
    'library.update',
  ],
});

export const accountAnalytics = layout.addChildren([
  index,
  streaming,
  live,
  podcasts,
  podcastsFull,
  raw,
  rawArchive,
  rawPodcasts,
  ctl,
  app,
  royalty,
  reports,
]);
