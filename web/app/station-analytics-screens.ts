import { PeriodSearch } from '#web/features/analytics/shared/period-search.ts';
import { LiveSearch } from '#web/features/live-map/live-search.ts';
import { RawSearch } from '#web/features/raw-data/raw-search.ts';
import { annotationsOf, linksOf, rawArchives, rawFiles, reportsOf, viewsOf } from './analytics-calls.ts';
import { frame, screen } from './screen.ts';
import { station } from './station-screens.ts';

/* The analytics of a station (spec §2); the tabs are in web/features/analytics/analytics-tabs.ts. */

const layout = frame({
  parent: station,
  path: 'analytics',
  load: () => import('#web/features/analytics/StationAnalyticsFrame.tsx'),
  name: 'StationAnalyticsFrame',
  may: 'station.readAnalytics',
});

const live = screen({
  parent: layout,
  path: 'live',
  load: () => import('#web/features/live-map/StationLiveScreen.tsx'),
  name: 'StationLiveScreen',
  title: 'Live',
  may: 'station.readAnalytics',
  search: LiveSearch,
  calls: ['liveStats.station', 'liveStats.stationCities', 'liveStats.stationCurve', 'session.events'],
});

const streaming = screen({
  parent: layout,
  path: '/',
  load: () => import('#web/features/analytics/StationAnalyticsScreen.tsx'),
  name: 'StationAnalyticsScreen',
  title: 'Analytics',
  may: 'station.readAnalytics',
  search: PeriodSearch,
  calls: [
    'analytics.stations',
    'session.events',
    'sharedLinks.createOfStation',
    ...annotationsOf('Station'),
    ...viewsOf('Station'),
  ],
});

const raw = screen({
  parent: layout,
  path: 'raw',
  load: () => import('#web/features/raw-data/StationRawScreen.tsx'),
  name: 'StationRawScreen',
  title: 'Raw data',
  may: 'station.readAnalytics',
  search: RawSearch,
  calls: [...rawFiles],
});

const rawArchive = screen({
  parent: layout,
  path: 'raw/archive',
  load: () => import('#web/features/raw-data/StationRawArchiveScreen.tsx'),
  name: 'StationRawArchiveScreen',
  title: 'Archive',
  may: 'station.readAnalytics',
  search: RawSearch,
  calls: [...rawArchives],
});

const reports = screen({
  parent: layout,
  path: 'reports',
  load: () => import('#web/features/reports/ReportsScreens.tsx'),
  name: 'StationReportsScreen',
  title: 'Scheduled reports',
  may: 'station.readAnalytics',
  calls: [...reportsOf('Station'), 'stations.update', ...linksOf('Station')],
});

const ctl = screen({
  parent: layout,
  path: 'ctl',
  load: () => import('#web/features/ctl-analytics/StationCtlScreen.tsx'),
  name: 'StationCtlScreen',
  title: 'Call-in',
  may: 'station.readAnalytics',
  flag: 'ctlAnalytics',
  search: PeriodSearch,
  calls: ['ctlStats.station', ...viewsOf('Station')],
});

export const stationAnalytics = layout.addChildren([streaming, live, raw, rawArchive, ctl, reports]);
