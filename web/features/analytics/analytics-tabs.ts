import { brand } from '#brand/brand.ts';
import { wording } from '#brand/wording.ts';

/** A page of the analytics; `path` is what follows `…/analytics`, '' the first page of a station's. */
type AnalyticsTab = { path: string; text: string; exact?: boolean };

/** The pages of an account's analytics, in the order of spec §2: streaming, live, podcasts, raw, ctl, app, sound-exchange-reports. */
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

/** The pages of a station's analytics: streaming, live, raw, ctl. */
export const stationTabs: readonly AnalyticsTab[] = [
  { path: '', text: 'Streaming', exact: true },
  { path: '/live', text: 'Live' },
  { path: '/raw', text: 'Raw data' },
  ...(brand.flags.ctlAnalytics ? [{ path: '/ctl', text: 'Call-in' }] : []),
  { path: '/reports', text: 'Scheduled reports' },
];
