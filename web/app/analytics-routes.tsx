import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { brand } from '#brand/brand.ts';
import { PeriodSearch } from '#web/features/analytics/shared/period-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { account } from './account-routes.tsx';
import { screen } from './shell-route.tsx';
import { station } from './station-routes.tsx';

/* The analytics of an account and of a station (spec §2); the tabs are in web/features/analytics/analytics-tabs.ts. */

const ofAccount = createRoute({
  getParentRoute: () => account,
  path: 'analytics',
  component: screen(() => import('#web/features/analytics/AnalyticsFrame.tsx'), 'AnalyticsFrame'),
});
const index = createRoute({
  getParentRoute: () => ofAccount,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/accounts/$accountKey/analytics/streaming', params, replace: true });
  },
});
const streaming = createRoute({
  getParentRoute: () => ofAccount,
  path: 'streaming',
  validateSearch: PeriodSearch,
  component: screen(() => import('#web/features/analytics/StreamingScreen.tsx'), 'StreamingScreen'),
});
const live = createRoute({
  getParentRoute: () => ofAccount,
  path: 'live',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/analytics/LiveScreen.tsx'), 'LiveScreen'),
});
const podcasts = createRoute({
  getParentRoute: () => ofAccount,
  path: 'podcasts',
  validateSearch: PeriodSearch,
  component: screen(
    () => import('#web/features/podcast-analytics/PodcastsOverviewScreen.tsx'),
    'PodcastsOverviewScreen',
  ),
});
const podcastsFull = createRoute({
  getParentRoute: () => ofAccount,
  path: 'podcasts/full',
  validateSearch: PeriodSearch,
  component: screen(() => import('#web/features/podcast-analytics/PodcastsFullScreen.tsx'), 'PodcastsFullScreen'),
});
const reportScreens = () => import('#web/features/reports/ReportsScreens.tsx');
const reports = createRoute({
  getParentRoute: () => ofAccount,
  path: 'reports',
  component: screen(reportScreens, 'AccountReportsScreen'),
});

/** Only brands that take calls, or have applications, have these pages. */
const onlyWith = (flag: 'ctlAnalytics' | 'appAnalytics') => () => {
  if (!brand.flags[flag]) throw notFound();
};
const ctl = createRoute({
  getParentRoute: () => ofAccount,
  path: 'ctl',
  validateSearch: PeriodSearch,
  beforeLoad: onlyWith('ctlAnalytics'),
  component: screen(() => import('#web/features/ctl-analytics/CtlAnalyticsScreen.tsx'), 'CtlAnalyticsScreen'),
});
const app = createRoute({
  getParentRoute: () => ofAccount,
  path: 'app',
  validateSearch: PeriodSearch,
  beforeLoad: onlyWith('appAnalytics'),
  component: screen(() => import('#web/features/app-analytics/AppAnalyticsScreen.tsx'), 'AppAnalyticsScreen'),
});

const ofStation = createRoute({
  getParentRoute: () => station,
  path: 'analytics',
  component: screen(() => import('#web/features/analytics/StationAnalyticsFrame.tsx'), 'StationAnalyticsFrame'),
});
const stationStreaming = createRoute({
  getParentRoute: () => ofStation,
  path: '/',
  validateSearch: PeriodSearch,
  component: screen(() => import('#web/features/analytics/StationAnalyticsScreen.tsx'), 'StationAnalyticsScreen'),
});
const stationReports = createRoute({
  getParentRoute: () => ofStation,
  path: 'reports',
  component: screen(reportScreens, 'StationReportsScreen'),
});
const stationCtl = createRoute({
  getParentRoute: () => ofStation,
  path: 'ctl',
  validateSearch: PeriodSearch,
  beforeLoad: onlyWith('ctlAnalytics'),
  component: screen(() => import('#web/features/ctl-analytics/StationCtlScreen.tsx'), 'StationCtlScreen'),
});

export const accountAnalytics = ofAccount.addChildren([
  index,
  streaming,
  live,
  podcasts,
  podcastsFull,
  ctl,
  app,
  reports,
]);
export const stationAnalytics = ofStation.addChildren([stationStreaming, stationCtl, stationReports]);
