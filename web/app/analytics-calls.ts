import type { EndpointName } from './screen.ts';

/* What several screens of analytics call. */

type Scope = 'Account' | 'Station' | 'Portal';

export const reportsOf = (scope: Scope): readonly EndpointName[] => [
  ...newReportsOf(scope),
  `reportViews.changeReportOf${scope}`,
  `reportViews.removeReportOf${scope}`,
  `reportViews.sendReportOf${scope}`,
];
const newReportsOf = (scope: Scope): readonly EndpointName[] => [
  `reportViews.reportsOf${scope}`,
  `reportViews.addReportOf${scope}`,
];
export const savedViewsOf = (scope: Scope): readonly EndpointName[] => [
  `reportViews.viewsOf${scope}`,
  `reportViews.saveOf${scope}`,
  `reportViews.changeViewOf${scope}`,
  `reportViews.removeViewOf${scope}`,
];
/** Calls of the saved views menu, which can also schedule a report by e-mail. */
export const viewsOf = (scope: Scope): readonly EndpointName[] => [...savedViewsOf(scope), ...newReportsOf(scope)];

export const linksOf = (scope: 'Account' | 'Station'): readonly EndpointName[] => [
  `sharedLinks.listOf${scope}`,
  `sharedLinks.revokeOf${scope}`,
];
export const annotationsOf = (scope: 'Account' | 'Station'): readonly EndpointName[] => [
  `annotations.listOf${scope}`,
  `annotations.addTo${scope}`,
  `annotations.changeOf${scope}`,
  `annotations.removeOf${scope}`,
];

export const rawFiles: readonly EndpointName[] = [
  'rawData.detailed',
  'rawData.preview',
  'rawData.mailReport',
  'rawData.mailStationReport',
  'rawData.reports',
  'rawData.reportLink',
  'rawData.file',
];
export const rawArchives: readonly EndpointName[] = [
  'rawData.archives',
  'rawData.status',
  'rawData.stationStatus',
  'rawData.subscribe',
  'rawData.unsubscribe',
  'rawData.file',
];
