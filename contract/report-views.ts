import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { ReportPlan, ReportSchedule, ReportSchedules } from './report-schedule.ts';
import { ChangedView, NewView, SavedView } from './saved-view.ts';

/*
 * What people keep of analytics: views of a page under a name, and reports that are mailed. Both stand with an
 * account, a station or the portal, whose analytics the person may read.
 */

const Views = z.array(SavedView);
const aView = { viewId: z.uuid('Not the id of a view.') };
const aReport = { reportId: z.uuid('Not the id of a report.') };
const anHour = { max: 60, seconds: 3600 };

export const reportViews = {
  viewsOfAccount: endpoint('GET accounts/{id}/analytics/views', {
    access: 'account.readAnalytics',
    summary: "The saved views of an account's analytics: one's own and the shared ones",
    returns: Views,
    spec: 'own',
  }),
  viewsOfStation: endpoint('GET stations/{key}/analytics/views', {
    access: 'station.readAnalytics',
    summary: "The saved views of a station's analytics: one's own and the shared ones",
    returns: Views,
    spec: 'own',
  }),
  viewsOfPortal: endpoint('GET portal/analytics/views', {
    access: 'portal.read',
    summary: "The saved views of the portal's analytics: one's own and the shared ones",
    returns: Views,
    spec: 'own',
  }),
  saveOfAccount: endpoint('POST accounts/{id}/analytics/views', {
    access: 'account.readAnalytics',
    summary: "Save a view of a page of an account's analytics",
    body: NewView,
    returns: SavedView,
    status: 201,
    audit: false,
    spec: 'own',
  }),
  saveOfStation: endpoint('POST stations/{key}/analytics/views', {
    access: 'station.readAnalytics',
    summary: "Save a view of a page of a station's analytics",
    body: NewView,
    returns: SavedView,
    status: 201,
    audit: false,
    spec: 'own',
  }),
  saveOfPortal: endpoint('POST portal/analytics/views', {
    access: 'portal.read',
    summary: "Save a view of the portal's analytics",
    body: NewView,
    returns: SavedView,
    status: 201,
    audit: false,
    spec: 'own',
  }),
  changeViewOfAccount: endpoint('PUT accounts/{id}/analytics/views/{viewId}', {
    access: 'account.readAnalytics',
    summary: "Rename, replace, share or prefer a view of an account's analytics",
    params: aView,
    body: ChangedView,
    returns: SavedView,
    audit: false,
    spec: 'own',
  }),
  changeViewOfStation: endpoint('PUT stations/{key}/analytics/views/{viewId}', {
    access: 'station.readAnalytics',
    summary: "Rename, replace, share or prefer a view of a station's analytics",
    params: aView,
    body: ChangedView,
    returns: SavedView,
    audit: false,
    spec: 'own',
  }),
  changeViewOfPortal: endpoint('PUT portal/analytics/views/{viewId}', {
    access: 'portal.read',
    summary: "Rename, replace, share or prefer a view of the portal's analytics",
    params: aView,
    body: ChangedView,
    returns: SavedView,
    audit: false,
    spec: 'own',
  }),
  removeViewOfAccount: endpoint('DELETE accounts/{id}/analytics/views/{viewId}', {
    access: 'account.readAnalytics',
    summary: "Delete a view of an account's analytics",
    params: aView,
    audit: false,
    spec: 'own',
  }),
  removeViewOfStation: endpoint('DELETE stations/{key}/analytics/views/{viewId}', {
    access: 'station.readAnalytics',
    summary: "Delete a view of a station's analytics",
    params: aView,
    audit: false,
    spec: 'own',
  }),
  removeViewOfPortal: endpoint('DELETE portal/analytics/views/{viewId}', {
    access: 'portal.read',
    summary: "Delete a view of the portal's analytics",
    params: aView,
    audit: false,
    spec: 'own',
  }),
  reportsOfAccount: endpoint('GET accounts/{id}/analytics/reports', {
    access: 'account.readAnalytics',
    summary: 'The mailed reports of an account and of its stations',
    returns: ReportSchedules,
    spec: 'own',
  }),
  reportsOfStation: endpoint('GET stations/{key}/analytics/reports', {
    access: 'station.readAnalytics',
    summary: 'The mailed reports of a station',
    returns: ReportSchedules,
    spec: 'own',
  }),
  reportsOfPortal: endpoint('GET portal/analytics/reports', {
    access: 'portal.read',
    summary: 'The mailed reports of the portal',
    returns: ReportSchedules,
    spec: 'own',
  }),
  addReportOfAccount: endpoint('POST accounts/{id}/analytics/reports', {
    access: 'account.readAnalytics',
    summary: 'Have a report of an account mailed again and again',
    body: ReportPlan,
    returns: ReportSchedule,
    status: 201,
    rateLimit: anHour,
    spec: 'own',
  }),
  addReportOfStation: endpoint('POST stations/{key}/analytics/reports', {
    access: 'station.readAnalytics',
    summary: 'Have a report of a station mailed again and again',
    body: ReportPlan,
    returns: ReportSchedule,
    status: 201,
    rateLimit: anHour,
    spec: 'own',
  }),
  addReportOfPortal: endpoint('POST portal/analytics/reports', {
    access: 'portal.read',
    summary: 'Have a report of the portal mailed again and again',
    body: ReportPlan,
    returns: ReportSchedule,
    status: 201,
    rateLimit: anHour,
    spec: 'own',
  }),
  changeReportOfAccount: endpoint('PUT accounts/{id}/analytics/reports/{reportId}', {
    access: 'account.readAnalytics',
    summary: 'Change when and to whom a report of an account is mailed',
    params: aReport,
    body: ReportPlan,
    returns: ReportSchedule,
    rateLimit: anHour,
    spec: 'own',
  }),
  changeReportOfStation: endpoint('PUT stations/{key}/analytics/reports/{reportId}', {
    access: 'station.readAnalytics',
    summary: 'Change when and to whom a report of a station is mailed',
    params: aReport,
    body: ReportPlan,
    returns: ReportSchedule,
    rateLimit: anHour,
    spec: 'own',
  }),
  changeReportOfPortal: endpoint('PUT portal/analytics/reports/{reportId}', {
    access: 'portal.read',
    summary: 'Change when and to whom a report of the portal is mailed',
    params: aReport,
    body: ReportPlan,
    returns: ReportSchedule,
    rateLimit: anHour,
    spec: 'own',
  }),
  removeReportOfAccount: endpoint('DELETE accounts/{id}/analytics/reports/{reportId}', {
    access: 'account.readAnalytics',
    summary: 'Stop mailing a report of an account',
    params: aReport,
    spec: 'own',
  }),
  removeReportOfStation: endpoint('DELETE stations/{key}/analytics/reports/{reportId}', {
    access: 'station.readAnalytics',
    summary: 'Stop mailing a report of a station',
    params: aReport,
    spec: 'own',
  }),
  removeReportOfPortal: endpoint('DELETE portal/analytics/reports/{reportId}', {
    access: 'portal.read',
    summary: 'Stop mailing a report of the portal',
    params: aReport,
    spec: 'own',
  }),
  sendReportOfAccount: endpoint('POST accounts/{id}/analytics/reports/{reportId}/send', {
    access: 'account.readAnalytics',
    summary: 'Mail a report of an account now',
    params: aReport,
    returns: ReportSchedule,
    rateLimit: anHour,
    spec: 'own',
  }),
  sendReportOfStation: endpoint('POST stations/{key}/analytics/reports/{reportId}/send', {
    access: 'station.readAnalytics',
    summary: 'Mail a report of a station now',
    params: aReport,
    returns: ReportSchedule,
    rateLimit: anHour,
    spec: 'own',
  }),
  sendReportOfPortal: endpoint('POST portal/analytics/reports/{reportId}/send', {
    access: 'portal.read',
    summary: 'Mail a report of the portal now',
    params: aReport,
    returns: ReportSchedule,
    rateLimit: anHour,
    spec: 'own',
  }),
};
