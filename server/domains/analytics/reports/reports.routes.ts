import type { Handlers } from '#server/kernel/http/handler.ts';
import {
  addReport,
  changeReport,
  listReports,
  removeReport,
  sendReportNow,
  type ReportsDeps,
} from './scheduled-reports.ts';
import { contextOfCall, portalContext } from './report-context.ts';
import { changeView, listViews, removeView, saveView } from './saved-views.ts';

/** Saved views and scheduled reports; portal, accounts and stations follow the same rules. */
export const reportViewsRoutes = (kernel: ReportsDeps): Handlers<'reportViews'> => ({
  viewsOfAccount: ({ resources: at, who }) => listViews(kernel, contextOfCall(at), who),
  viewsOfStation: ({ resources: at, who }) => listViews(kernel, contextOfCall(at), who),
  viewsOfPortal: ({ who }) => listViews(kernel, portalContext, who),
  saveOfAccount: ({ resources: at, who, body }) => saveView(kernel, contextOfCall(at), who, body),
  saveOfStation: ({ resources: at, who, body }) => saveView(kernel, contextOfCall(at), who, body),
  saveOfPortal: ({ who, body }) => saveView(kernel, portalContext, who, body),
  changeViewOfAccount: ({ resources: at, who, params, body }) => changeView(kernel, contextOfCall(at), who, params.viewId, body),
  changeViewOfStation: ({ resources: at, who, params, body }) => changeView(kernel, contextOfCall(at), who, params.viewId, body),
  changeViewOfPortal: ({ who, params, body }) => changeView(kernel, portalContext, who, params.viewId, body),
  removeViewOfAccount: ({ resources: at, who, params }) => removeView(kernel, contextOfCall(at), who, params.viewId),
  removeViewOfStation: ({ resources: at, who, params }) => removeView(kernel, contextOfCall(at), who, params.viewId),
  removeViewOfPortal: ({ who, params }) => removeView(kernel, portalContext, who, params.viewId),

  reportsOfAccount: ({ resources: at, who }) => listReports(kernel, contextOfCall(at), who),
  reportsOfStation: ({ resources: at, who }) => listReports(kernel, contextOfCall(at), who),
  reportsOfPortal: ({ who }) => listReports(kernel, portalContext, who),
  addReportOfAccount: ({ resources: at, who, body }) => addReport(kernel, contextOfCall(at), who, body),
  addReportOfStation: ({ resources: at, who, body }) => addReport(kernel, contextOfCall(at), who, body),
  addReportOfPortal: ({ who, body }) => addReport(kernel, portalContext, who, body),
  changeReportOfAccount: ({ resources: at, params, body }) => changeReport(kernel, contextOfCall(at), params.reportId, body),
  changeReportOfStation: ({ resources: at, params, body }) => changeReport(kernel, contextOfCall(at), params.reportId, body),
  changeReportOfPortal: ({ params, body }) => changeReport(kernel, portalContext, params.reportId, body),
  removeReportOfAccount: ({ resources: at, params }) => removeReport(kernel, contextOfCall(at), params.reportId),
  removeReportOfStation: ({ resources: at, params }) => removeReport(kernel, contextOfCall(at), params.reportId),
  removeReportOfPortal: ({ params }) => removeReport(kernel, portalContext, params.reportId),
  sendReportOfAccount: ({ resources: at, params }) => sendReportNow(kernel, contextOfCall(at), params.reportId),
  sendReportOfStation: ({ resources: at, params }) => sendReportNow(kernel, contextOfCall(at), params.reportId),
  sendReportOfPortal: ({ params }) => sendReportNow(kernel, portalContext, params.reportId),
});
