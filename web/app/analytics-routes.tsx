import { createRoute, redirect } from '@tanstack/react-router';
import { PeriodSearch } from '#web/features/analytics/shared/period-search.ts';
import { RawSearch } from '#web/features/raw-data/raw-search.ts';
import { RoyaltySearch } from '#web/features/royalty/royalty-search.ts';
import { LiveSearch } from '#web/features/live-map/live-search.ts';
import { account } from './account-routes.tsx';
import { screen } from './shell-route.tsx';
import { station } from './station-routes.tsx';

/* The analytics of an account and of a station (spec §2); the tabs are in web/features/analytics/analytics-tabs.ts. */

const accountFrame = createRoute({
  getParentRoute: () => account,
  path: 'analytics',
  component: screen(() => import('#web/features/analytics/AnalyticsFrame.tsx'), 'AnalyticsFrame'),
});
const index = createRoute({
  getParentRoute: () => accountFrame,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/accounts/$accountKey/analytics/streaming', params, replace: true });
  },
});
const streaming = createRoute({
  getParentRoute: () => accountFrame,
  path: 'streaming',
  validateSearch: PeriodSearch,
  component: screen(() => import('#web/features/analytics/StreamingScreen.tsx'), 'StreamingScreen'),
});
const live = createRoute({
  getParentRoute: () => accountFrame,
  path: 'live',
  validateSearch: LiveSearch,
  component: screen(() => import('#web/features/live-map/LiveScreen.tsx'), 'LiveScreen'),
});
const podcasts = createRoute({
  getParentRoute: () => accountFrame,
  path: 'podcasts',
  validateSearch: PeriodSearch,
  component: screen(
    () => import('#web/features/podcast-analytics/PodcastsOverviewScreen.tsx'),
    'PodcastsOverviewScreen',
  ),
});
const podcastsFull = createRoute({
  getParentRoute: () => accountFrame,
  path: 'podcasts/full',
  validateSearch: PeriodSearch,
  component: screen(() => import('#web/features/podcast-analytics/PodcastsFullScreen.tsx'), 'PodcastsFullScreen'),
});
const raw = createRoute({
  getParentRoute: () => accountFrame,
  path: 'raw',
  validateSearch: RawSearch,
  component: screen(() => import('#web/features/raw-data/RawScreen.tsx'), 'RawScreen'),
});
const rawArchive = createRoute({
  getParentRoute: () => accountFrame,
  path: 'raw/archive',
  validateSearch: RawSearch,
  component: screen(() => import('#web/features/raw-data/RawArchiveScreen.tsx'), 'RawArchiveScreen'),
});
const rawPodcasts = createRoute({
  getParentRoute: () => accountFrame,
  path: 'raw/podcasts',
  validateSearch: RawSearch,
  component: screen(() => import('#web/features/raw-data/RawPodcastsScreen.tsx'), 'RawPodcastsScreen'),
});
const reportScreens = () => import('#web/features/reports/ReportsScreens.tsx');
const reports = createRoute({
  getParentRoute: () => accountFrame,
  path: 'reports',
  component: screen(reportScreens, 'AccountReportsScreen'),
});

const ctl = createRoute({
  getParentRoute: () => accountFrame,
  path: 'ctl',
  validateSearch: PeriodSearch,
  component: screen(() => import('#web/features/ctl-analytics/CtlAnalyticsScreen.tsx'), 'CtlAnalyticsScreen'),
});
const app = createRoute({
  getParentRoute: () => accountFrame,
  path: 'app',
  validateSearch: PeriodSearch,
  component: screen(() => import('#web/features/app-analytics/AppAnalyticsScreen.tsx'), 'AppAnalyticsScreen'),
});

const royalty = createRoute({
  getParentRoute: () => accountFrame,
  path: 'sound-exchange-reports',
  validateSearch: RoyaltySearch,
  component: screen(() => import('#web/features/royalty/RoyaltyScreen.tsx'), 'RoyaltyScreen'),
});

const stationFrame = createRoute({
  getParentRoute: () => station,
  path: 'analytics',
  component: screen(() => import('#web/features/analytics/StationAnalyticsFrame.tsx'), 'StationAnalyticsFrame'),
});
const stationLive = createRoute({
  getParentRoute: () => stationFrame,
  path: 'live',
  validateSearch: LiveSearch,
  component: screen(() => import('#web/features/live-map/StationLiveScreen.tsx'), 'StationLiveScreen'),
});
const stationStreaming = createRoute({
  getParentRoute: () => stationFrame,
  path: '/',
  validateSearch: PeriodSearch,
  component: screen(() => import('#web/features/analytics/StationAnalyticsScreen.tsx'), 'StationAnalyticsScreen'),
});
const stationRaw = createRoute({
  getParentRoute: () => stationFrame,
  path: 'raw',
  validateSearch: RawSearch,
  component: screen(() => import('#web/features/raw-data/StationRawScreen.tsx'), 'StationRawScreen'),
});
const stationRawArchive = createRoute({
  getParentRoute: () => stationFrame,
  path: 'raw/archive',
  validateSearch: RawSearch,
  component: screen(() => import('#web/features/raw-data/StationRawArchiveScreen.tsx'), 'StationRawArchiveScreen'),
});
const stationReports = createRoute({
  getParentRoute: () => stationFrame,
  path: 'reports',
  component: screen(reportScreens, 'StationReportsScreen'),
});
const stationCtl = createRoute({
  getParentRoute: () => stationFrame,
  path: 'ctl',
  validateSearch: PeriodSearch,
  component: screen(() => import('#web/features/ctl-analytics/StationCtlScreen.tsx'), 'StationCtlScreen'),
});

export const accountAnalytics = accountFrame.addChildren([
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
  reports,
  royalty,
]);
export const stationAnalytics = stationFrame.addChildren([
  stationRaw,
  stationRawArchive,
  stationStreaming,
  stationLive,
  stationCtl,
  stationReports,
]);
