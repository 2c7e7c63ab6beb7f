import type { Screen } from './station-screens.ts';

/** Of `screens` those of analytics. */
export const analyticsScreens: readonly Screen[] = [
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/analytics',
    file: 'web/features/analytics/StationAnalyticsScreen.tsx',
    endpoints: [
      'analytics.stations',
      'reportViews.viewsOfStation',
      'reportViews.saveOfStation',
      'reportViews.changeViewOfStation',
      'reportViews.removeViewOfStation',
      'reportViews.reportsOfStation',
      'reportViews.addReportOfStation',
    ],
  },
  {
    route: '/accounts/{accountKey}/analytics/streaming',
    file: 'web/features/analytics/StreamingScreen.tsx',
    endpoints: [
      'analytics.account',
      'analytics.stations',
      'liveStats.account',
      'reportViews.viewsOfAccount',
      'reportViews.saveOfAccount',
      'reportViews.changeViewOfAccount',
      'reportViews.removeViewOfAccount',
      'reportViews.reportsOfAccount',
      'reportViews.addReportOfAccount',
    ],
  },
  {
    route: '/accounts/{accountKey}/analytics/ctl',
    file: 'web/features/ctl-analytics/CtlAnalyticsScreen.tsx',
    endpoints: ['ctlStats.account', 'ctlStats.station', 'accounts.stations'],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/analytics/ctl',
    file: 'web/features/ctl-analytics/StationCtlScreen.tsx',
    endpoints: ['ctlStats.station'],
  },
  {
    route: '/accounts/{accountKey}/analytics/app',
    file: 'web/features/app-analytics/AppAnalyticsScreen.tsx',
    endpoints: ['appStats.account', 'appStats.hasAppAnalytics', 'accounts.stations', 'accounts.applications'],
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
    endpoints: [
      'reportViews.reportsOfAccount',
      'reportViews.addReportOfAccount',
      'reportViews.changeReportOfAccount',
      'reportViews.removeReportOfAccount',
      'reportViews.sendReportOfAccount',
      'reportViews.reportsOfStation',
      'reportViews.addReportOfStation',
      'reportViews.changeReportOfStation',
      'reportViews.removeReportOfStation',
      'reportViews.sendReportOfStation',
    ],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/analytics/reports',
    file: 'web/features/reports/ReportsScreens.tsx',
    endpoints: [
      'reportViews.reportsOfStation',
      'reportViews.addReportOfStation',
      'reportViews.changeReportOfStation',
      'reportViews.removeReportOfStation',
      'reportViews.sendReportOfStation',
    ],
  },
  {
    route: '/portal/analytics',
    file: 'web/features/analytics/PortalAnalyticsScreen.tsx',
    endpoints: [
      'analytics.portal',
      'liveStats.portal',
      'reportViews.viewsOfPortal',
      'reportViews.saveOfPortal',
      'reportViews.changeViewOfPortal',
      'reportViews.removeViewOfPortal',
      'reportViews.reportsOfPortal',
      'reportViews.addReportOfPortal',
      'reportViews.changeReportOfPortal',
      'reportViews.removeReportOfPortal',
      'reportViews.sendReportOfPortal',
    ],
  },
];
