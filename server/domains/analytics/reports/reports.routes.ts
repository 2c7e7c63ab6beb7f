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
  viewsOfAccount: ({ resources, who }) => listViews(kernel, contextOfCall(resources), who),
  viewsOfStation: ({ resources, who }) => listViews(kernel, contextOfCall(resources), who),
  viewsOfPortal: ({ who }) => listViews(kernel, portalContext, who),
  saveOfAccount: ({ resources, who, body }) => saveView(kernel, contextOfCall(resources), who, body),
  saveOfStation: ({ resources, who, body }) => saveView(kernel, contextOfCall(resources), who, body),
  saveOfPortal: ({ who, body }) => saveView(kernel, portalContext, who, body),
  changeViewOfAccount: ({ resources, who, params, body }) =>
    changeView(kernel, contextOfCall(resources), who, params.viewId, body),
  changeViewOfStation: ({ resources, who, params, body }) =>
    changeView(kernel, contextOfCall(resources), who, params.viewId, body),
  changeViewOfPortal: ({ who, params, body }) => changeView(kernel, portalContext, who, params.viewId, body),
  removeViewOfAccount: ({ resources, who, params }) => removeView(kernel, contextOfCall(resources), who, params.viewId),
  removeViewOfStation: ({ resources, who, params }) => removeView(kernel, contextOfCall(resources), who, params.viewId),
  removeViewOfPortal: ({ who, params }) => removeView(kernel, portalContext, who, params.viewId),

  reportsOfAccount: ({ resources, who }) => listReports(kernel, contextOfCall(resources), who),
  reportsOfStation: ({ resources, who }) => listReports(kernel, contextOfCall(resources), who),
  reportsOfPortal: ({ who }) => listReports(kernel, portalContext, who),
  addReportOfAccount: ({ resources, who, body }) => addReport(kernel, contextOfCall(resources), who, body),
  addReportOfStation: ({ resources, who, body }) => addReport(kernel, contextOfCall(resources), who, body),
  addReportOfPortal: ({ who, body }) => addReport(kernel, portalContext, who, body),
  changeReportOfAccount: ({ resources, params, body }) =>
    changeReport(kernel, contextOfCall(resources), params.reportId, body),
  changeReportOfStation: ({ resources, params, body }) =>
    changeReport(kernel, contextOfCall(resources), params.reportId, body),
  changeReportOfPortal: ({ params, body }) => changeReport(kernel, portalContext, params.reportId, body),
  removeReportOfAccount: ({ resources, params }) => removeReport(kernel, contextOfCall(resources), params.reportId),
  removeReportOfStation: ({ resources, params }) => removeReport(kernel, contextOfCall(resources), params.reportId),
  removeReportOfPortal: ({ params }) => removeReport(kernel, portalContext, params.reportId),
  sendReportOfAccount: ({ resources, params }) => sendReportNow(kernel, contextOfCall(resources), params.reportId),
  sendReportOfStation: ({ resources, params }) => sendReportNow(kernel, contextOfCall(resources), params.reportId),
  sendReportOfPortal: ({ params }) => sendReportNow(kernel, portalContext, params.reportId),
});
