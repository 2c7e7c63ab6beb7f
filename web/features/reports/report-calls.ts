import type * as z from 'zod/mini';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { AccountReport, ReportPlan } from '#contract/api/report-schedule.ts';
import { reportViews as api } from '#contract/api/report-views.ts';
import type { ChangedView, NewView } from '#contract/api/saved-view.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';

/** The scope of analytics: the portal, an account or a station. */
export type ReportScope =
  | { scope: 'portal' }
  | { scope: 'account'; id: AccountKey }
  | { scope: 'station'; key: StationKey };

export type ViewInput = z.input<typeof NewView>;
export type ViewChange = z.input<typeof ChangedView>;
type PlanInput = z.input<typeof ReportPlan>;
export type ReportInput = z.input<typeof AccountReport>;
/** The maximum of a list. */
export const everyPodcast = { limit: 1000, offset: 0, search: '' };

type CallOptions = { signal: AbortSignal };

/** The calls for saved views and scheduled reports of one scope. */
export const callsOf = (place: ReportScope) =>
  place.scope === 'portal' ? ofPortal : place.scope === 'account' ? ofAccount(place.id) : ofStation(place.key);

const ofPortal = {
  viewsKey: endpointKey(api.viewsOfPortal, {}),
  reportsKey: endpointKey(api.reportsOfPortal, {}),
  views: (options: CallOptions) => call(api.viewsOfPortal, {}, options),
  save: (body: ViewInput) => call(api.saveOfPortal, { body }),
  change: (viewId: string, body: ViewChange) => call(api.changeViewOfPortal, { params: { viewId }, body }),
  removeView: (viewId: string) => call(api.removeViewOfPortal, { params: { viewId } }),
  reports: (options: CallOptions) => call(api.reportsOfPortal, {}, options),
  addReport: (body: ReportInput) => call(api.addReportOfPortal, { body: planOf(body) }),
  changeReport: (reportId: string, body: PlanInput) => call(api.changeReportOfPortal, { params: { reportId }, body }),
  removeReport: (reportId: string) => call(api.removeReportOfPortal, { params: { reportId } }),
  send: (reportId: string) => call(api.sendReportOfPortal, { params: { reportId } }),
};

const ofAccount = (id: AccountKey): typeof ofPortal => ({
  viewsKey: endpointKey(api.viewsOfAccount, { params: { id } }),
  reportsKey: endpointKey(api.reportsOfAccount, { params: { id } }),
  views: (options) => call(api.viewsOfAccount, { params: { id } }, options),
  save: (body) => call(api.saveOfAccount, { params: { id }, body }),
  change: (viewId, body) => call(api.changeViewOfAccount, { params: { id, viewId }, body }),
  removeView: (viewId) => call(api.removeViewOfAccount, { params: { id, viewId } }),
  reports: (options) => call(api.reportsOfAccount, { params: { id } }, options),
  addReport: (body) => call(api.addReportOfAccount, { params: { id }, body }),
  changeReport: (reportId, body) => call(api.changeReportOfAccount, { params: { id, reportId }, body }),
  removeReport: (reportId) => call(api.removeReportOfAccount, { params: { id, reportId } }),
  send: (reportId) => call(api.sendReportOfAccount, { params: { id, reportId } }),
});

const ofStation = (key: StationKey): typeof ofPortal => ({
  viewsKey: endpointKey(api.viewsOfStation, { params: { key } }),
  reportsKey: endpointKey(api.reportsOfStation, { params: { key } }),
  views: (options) => call(api.viewsOfStation, { params: { key } }, options),
  save: (body) => call(api.saveOfStation, { params: { key }, body }),
  change: (viewId, body) => call(api.changeViewOfStation, { params: { key, viewId }, body }),
  removeView: (viewId) => call(api.removeViewOfStation, { params: { key, viewId } }),
  reports: (options) => call(api.reportsOfStation, { params: { key } }, options),
  addReport: (body) => call(api.addReportOfStation, { params: { key }, body: ofOneStation(body) }),
  changeReport: (reportId, body) => call(api.changeReportOfStation, { params: { key, reportId }, body }),
  removeReport: (reportId) => call(api.removeReportOfStation, { params: { key, reportId } }),
  send: (reportId) => call(api.sendReportOfStation, { params: { key, reportId } }),
});

/** Schedule and recipients: the whole plan of a portal report, and the changeable part of any other. */
export const planOf = ({ every, weekday, hour, emails }: PlanInput): PlanInput => ({ every, weekday, hour, emails });

const ofOneStation = ({ kind, ...plan }: ReportInput) => ({
  ...planOf(plan),
  kind: kind === 'ctl' ? ('ctl' as const) : ('streaming' as const),
});
