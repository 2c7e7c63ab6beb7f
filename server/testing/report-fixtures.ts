import type { Request as Input } from '#contract/api/request.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const mailedReport = { every: 'week', weekday: 1, hour: 7, emails: ['reports@example.com'] };
const view = { page: 'streaming', name: 'Weeks', search: { period: 'thisWeek' } };

const link = { name: 'For the board', days: 30, view: {} };
const days = { from_date: '2026-11-01', to_date: '2026-11-30' };
const annotation = { date: '2026-11-21', text: 'Campaign began' };

/** The part of `fixtures` about saved views, scheduled reports, shared links and annotations. */
export const reportFixtures = {
  'reportViews.saveOfAccount': { body: view },
  'reportViews.changeViewOfAccount': { params: { viewId: nobody }, body: { name: 'Renamed' } },
  'reportViews.removeViewOfAccount': { params: { viewId: nobody } },
  'reportViews.addReportOfAccount': { body: mailedReport },
  'reportViews.changeReportOfAccount': { params: { reportId: nobody }, body: mailedReport },
  'reportViews.removeReportOfAccount': { params: { reportId: nobody } },
  'reportViews.sendReportOfAccount': { params: { reportId: nobody } },
  'reportViews.saveOfStation': { body: view },
  'reportViews.changeViewOfStation': { params: { viewId: nobody }, body: { name: 'Renamed' } },
  'reportViews.removeViewOfStation': { params: { viewId: nobody } },
  'reportViews.addReportOfStation': { body: mailedReport },
  'reportViews.changeReportOfStation': { params: { reportId: nobody }, body: mailedReport },
  'reportViews.removeReportOfStation': { params: { reportId: nobody } },
  'reportViews.sendReportOfStation': { params: { reportId: nobody } },
  'reportViews.saveOfPortal': { body: view },
  'reportViews.changeViewOfPortal': { params: { viewId: nobody }, body: { name: 'Renamed' } },
  'reportViews.removeViewOfPortal': { params: { viewId: nobody } },
  'reportViews.addReportOfPortal': { body: mailedReport },
  'reportViews.changeReportOfPortal': { params: { reportId: nobody }, body: mailedReport },
  'reportViews.removeReportOfPortal': { params: { reportId: nobody } },
  'reportViews.sendReportOfPortal': { params: { reportId: nobody } },
  'sharedLinks.createOfAccount': { body: link },
  'sharedLinks.createOfStation': { body: link },
  'sharedLinks.revokeOfAccount': { params: { linkId: nobody } },
  'sharedLinks.revokeOfStation': { params: { linkId: nobody } },
  'sharedLinks.view': { params: { token: 'unknown' } },
  'annotations.listOfAccount': { query: days },
  'annotations.listOfStation': { query: days },
  'annotations.addToAccount': { body: annotation },
  'annotations.addToStation': { body: annotation },
  'annotations.changeOfAccount': { params: { annotationId: nobody }, body: annotation },
  'annotations.changeOfStation': { params: { annotationId: nobody }, body: annotation },
  'annotations.removeOfAccount': { params: { annotationId: nobody } },
  'annotations.removeOfStation': { params: { annotationId: nobody } },
} satisfies Record<string, Input>;
