import type { Refusals } from './refusals.ts';

/** Saved views and mailed reports. */
export const reportViewErrors = {
  'view.notFound': [404, 'View not found', 'The view was not found. It may have been deleted.'],
  'view.nameTaken': [409, 'Name taken', 'You have a view of this name already.'],
  'view.notYours': [403, 'Not yours', 'Only who made a view can change it.'],
  'view.limit': [409, 'Too many views', 'You have {max} views here. Please delete one first.'],
  'report.notFound': [404, 'Report not found', 'The report was not found. It may have been deleted.'],
  'report.limit': [409, 'Too many reports', 'There are {max} mailed reports here. Please delete one first.'],
  'report.nobody': [409, 'Nobody to send to', 'Nobody gets this report: an address has to agree to it first.'],
  'report.inactive': [409, 'Not sent', 'Nothing is mailed while the station or account is suspended or deleted.'],
  'report.notOffered': [409, 'Not offered', 'These statistics are not part of this portal.'],
  'report.otherKind': [
    409,
    'Not of this',
    'Only a report of downloads is of one {podcast}, and only that of applications of one station: a station has reports of its own.',
  ],
  'report.sentOften': [429, 'Sent often enough', 'This report was sent {max} times within the hour. Please wait.'],
  'report.askedOften': [
    429,
    'Asked often enough',
    '{email} was asked several times today and did not answer. Please try again tomorrow.',
  ],
} as const satisfies Refusals;
