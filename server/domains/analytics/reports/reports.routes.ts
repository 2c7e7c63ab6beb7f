import type { Handlers } from '#server/kernel/http/handler.ts';
import {
  addReport,
  changeReport,
  listReports,
  removeReport,
  sendReportNow,
  type ReportsDeps,
} from './mailed-reports.ts';
import { placeAt, portalPlace } from './report-place.ts';
import { changeView, listViews, removeView, saveView } from './saved-views.ts';

/** Saved views and scheduled reports; portal, accounts and stations follow the same rules. */
export const reportViewsRoutes = (kernel: ReportsDeps): Handlers<'reportViews'> => ({
  viewsOfAccount: ({ at, who }) => listViews(kernel, placeAt(at), who),
  viewsOfStation: ({ at, who }) => listViews(kernel, placeAt(at), who),
  viewsOfPortal: ({ who }) => listViews(kernel, portalPlace, who),
  saveOfAccount: ({ at, who, body }) => saveView(kernel, placeAt(at), who, body),
  saveOfStation: ({ at, who, body }) => saveView(kernel, placeAt(at), who, body),
  saveOfPortal: ({ who, body }) => saveView(kernel, portalPlace, who, body),
  changeViewOfAccount: ({ at, who, params, body }) => changeView(kernel, placeAt(at), who, params.viewId, body),
  changeViewOfStation: ({ at, who, params, body }) => changeView(kernel, placeAt(at), who, params.viewId, body),
  changeViewOfPortal: ({ who, params, body }) => changeView(kernel, portalPlace, who, params.viewId, body),
  removeViewOfAccount: ({ at, who, params }) => removeView(kernel, placeAt(at), who, params.viewId),
  removeViewOfStation: ({ at, who, params }) => removeView(kernel, placeAt(at), who, params.viewId),
  removeViewOfPortal: ({ who, params }) => removeView(kernel, portalPlace, who, params.viewId),

  reportsOfAccount: ({ at, who }) => listReports(kernel, placeAt(at), who),
  reportsOfStation: ({ at, who }) => listReports(kernel, placeAt(at), who),
  reportsOfPortal: ({ who }) => listReports(kernel, portalPlace, who),
  addReportOfAccount: ({ at, who, body }) => addReport(kernel, placeAt(at), who, body),
  addReportOfStation: ({ at, who, body }) => addReport(kernel, placeAt(at), who, body),
  addReportOfPortal: ({ who, body }) => addReport(kernel, portalPlace, who, body),
  changeReportOfAccount: ({ at, params, body }) => changeReport(kernel, placeAt(at), params.reportId, body),
  changeReportOfStation: ({ at, params, body }) => changeReport(kernel, placeAt(at), params.reportId, body),
  changeReportOfPortal: ({ params, body }) => changeReport(kernel, portalPlace, params.reportId, body),
  removeReportOfAccount: ({ at, params }) => removeReport(kernel, placeAt(at), params.reportId),
  removeReportOfStation: ({ at, params }) => removeReport(kernel, placeAt(at), params.reportId),
  removeReportOfPortal: ({ params }) => removeReport(kernel, portalPlace, params.reportId),
  sendReportOfAccount: ({ at, params }) => sendReportNow(kernel, placeAt(at), params.reportId),
  sendReportOfStation: ({ at, params }) => sendReportNow(kernel, placeAt(at), params.reportId),
  sendReportOfPortal: ({ params }) => sendReportNow(kernel, portalPlace, params.reportId),
});
