import { brand } from '#brand/brand.ts';
import { wording } from '#brand/wording.ts';

/** An analytics page; `path` follows `…/analytics`, '' is the first page of a station's analytics. */
type AnalyticsTab = { path: string; text: string; exact?: boolean };

/** The analytics pages of an account, in the order of spec §2: streaming, live, podcasts, raw, ctl, app, sound-exchange-reports. */
export const accountTabs: readonly AnalyticsTab[] = [
  { path: '/streaming', text: 'Streaming' },
  { path: '/live', text: 'Live' },
  { path: '/podcasts', text: wording.Podcasts },
  { path: '/raw', text: 'Raw data' },
  ...(brand.flags.ctlAnalytics ? [{ path: '/ctl', text: 'Call-in' }] : []),
  ...(brand.flags.appAnalytics ? [{ path: '/app', text: 'App' }] : []),
  ...(brand.flags.royaltyReports ? [{ path: '/sound-exchange-reports', text: 'SoundExchange' }] : []),
  { path: '/reports', text: 'Scheduled reports' },
];

/** The analytics pages of a station: streaming, live, raw, ctl. */
export const stationTabs: readonly AnalyticsTab[] = [
  { path: '', text: 'Streaming', exact: true },
  { path: '/live', text: 'Live' },
  { path: '/raw', text: 'Raw data' },
  ...(brand.flags.ctlAnalytics ? [{ path: '/ctl', text: 'Call-in' }] : []),
  { path: '/reports', text: 'Scheduled reports' },
];
