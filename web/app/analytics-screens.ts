import type { Screen } from './station-screens.ts';

type Scope = 'Account' | 'Station' | 'Portal';
const reportsOf = (scope: Scope): string[] =>
  ['reportsOf', 'addReportOf', 'changeReportOf', 'removeReportOf', 'sendReportOf'].map(
    (name) => `reportViews.${name}${scope}`,
  );
const savedViewsOf = (scope: Scope): string[] =>
  ['viewsOf', 'saveOf', 'changeViewOf', 'removeViewOf'].map((name) => `reportViews.${name}${scope}`);
const linksOf = (scope: 'Account' | 'Station'): string[] =>
  ['listOf', 'revokeOf'].map((name) => `sharedLinks.${name}${scope}`);
const annotationsOf = (scope: 'Account' | 'Station'): string[] =>
  [`listOf${scope}`, `addTo${scope}`, `changeOf${scope}`, `removeOf${scope}`].map((name) => `annotations.${name}`);
/** Calls of the saved views menu, which can also schedule a report by e-mail. */
const viewsOf = (scope: Scope): string[] => [...savedViewsOf(scope), ...reportsOf(scope).slice(0, 2)];
const rawFiles = [
  'rawData.detailed',
  'rawData.preview',
  'rawData.mailReport',
  'rawData.mailStationReport',
  'rawData.reports',
  'rawData.reportLink',
  'rawData.file',
];
const rawArchives = [
  'rawData.archives',
  'rawData.status',
  'rawData.stationStatus',
  'rawData.subscribe',
  'rawData.unsubscribe',
  'rawData.file',
];

/** The analytics part of `screens`. */
export const analyticsScreens: readonly Screen[] = [
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/analytics',
    file: 'web/features/analytics/StationAnalyticsScreen.tsx',
    endpoints: [
      'analytics.stations',
      'session.events',
      'sharedLinks.createOfStation',
      ...annotationsOf('Station'),
      ...viewsOf('Station'),
    ],
  },
  {
    route: '/accounts/{accountKey}/analytics/streaming',
    file: 'web/features/analytics/StreamingScreen.tsx',
    endpoints: [
      'analytics.account',
      'analytics.stations',
      'session.events',
      'sharedLinks.createOfAccount',
      ...annotationsOf('Account'),
      ...annotationsOf('Station'),
      ...viewsOf('Account'),
    ],
  },
  {
    route: '/accounts/{accountKey}/analytics/ctl',
    file: 'web/features/ctl-analytics/CtlAnalyticsScreen.tsx',
    endpoints: [
      'ctlStats.account',
      'telephony.stations',
      'ctlStats.station',
      'accounts.stations',
      ...viewsOf('Account'),
    ],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/analytics/ctl',
    file: 'web/features/ctl-analytics/StationCtlScreen.tsx',
    endpoints: ['ctlStats.station', ...viewsOf('Station')],
  },
  {
    route: '/accounts/{accountKey}/analytics/app',
    file: 'web/features/app-analytics/AppAnalyticsScreen.tsx',
    endpoints: [
      'appStats.account',
      'appStats.hasAppAnalytics',
      'accounts.stations',
      'accounts.applications',
      ...viewsOf('Account'),
    ],
  },
  {
    route: '/accounts/{accountKey}/analytics/live',
    file: 'web/features/live-map/LiveScreen.tsx',
    endpoints: ['liveStats.account', 'liveStats.accountCities', 'liveStats.accountCurve', 'session.events'],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/analytics/live',
    file: 'web/features/live-map/StationLiveScreen.tsx',
    endpoints: ['liveStats.station', 'liveStats.stationCities', 'liveStats.stationCurve', 'session.events'],
  },
  {
    route: '/accounts/{accountKey}/analytics/reports',
    file: 'web/features/reports/ReportsScreens.tsx',
    endpoints: [...reportsOf('Account'), ...reportsOf('Station'), ...linksOf('Account')],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/analytics/reports',
    file: 'web/features/reports/ReportsScreens.tsx',
    endpoints: [...reportsOf('Station'), 'stations.update', ...linksOf('Station')],
  },
  {
    route: '/accounts/{accountKey}/analytics/raw',
    file: 'web/features/raw-data/RawScreen.tsx',
    endpoints: ['accounts.stations', ...rawFiles],
  },
  {
    route: '/accounts/{accountKey}/analytics/raw/archive',
    file: 'web/features/raw-data/RawArchiveScreen.tsx',
    endpoints: ['accounts.stations', ...rawArchives],
  },
  {
    route: '/accounts/{accountKey}/analytics/raw/podcasts',
    file: 'web/features/raw-data/RawPodcastsScreen.tsx',
    endpoints: ['podcasts.list', 'podcastStats.requests', 'podcastStats.requestsFile'],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/analytics/raw',
    file: 'web/features/raw-data/StationRawScreen.tsx',
    endpoints: [...rawFiles],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/analytics/raw/archive',
    file: 'web/features/raw-data/StationRawArchiveScreen.tsx',
    endpoints: [...rawArchives],
  },
  {
    route: '/portal/analytics',
    file: 'web/features/analytics/PortalAnalyticsScreen.tsx',
    endpoints: ['analytics.portal', 'session.events', ...savedViewsOf('Portal'), ...reportsOf('Portal')],
  },
  {
    route: '/accounts/{accountKey}/analytics/sound-exchange-reports',
    file: 'web/features/royalty/RoyaltyScreen.tsx',
    endpoints: [
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
  },
];
