import type { Refusals } from './refusals.ts';

/** Saved views and scheduled reports. */
export const reportViewErrors = {
  'view.notFound': [404, 'View not found', 'The view was not found. It may have been deleted.'],
  'view.nameTaken': [409, 'Name taken', 'You already have a view with this name.'],
  'view.notYours': [403, 'Not your view', 'Only the creator can edit this view.'],
  'view.limit': [409, 'Too many views', 'You already have {max} views here. Please delete one first.'],
  'link.gone': [
    404,
    'Link not valid',
    'This link has expired, was revoked, or never existed. Please ask the person who gave it to you for a new one.',
  ],
  'link.notFound': [404, 'Link not found', 'The link was not found. It may belong to something else.'],
  'link.limit': [409, 'Too many links', 'There are already {max} valid links here. Please revoke one first.'],
  'annotation.notFound': [404, 'Annotation not found', 'The annotation was not found. It may have been deleted.'],
  'annotation.limit': [
    409,
    'Too many annotations',
    'There are already {max} annotations here. Please delete some first.',
  ],
  'report.notFound': [404, 'Report not found', 'The report was not found. It may have been deleted.'],
  'report.limit': [409, 'Too many reports', 'There are already {max} scheduled reports here. Please delete one first.'],
  'report.nobody': [409, 'No recipients', 'No recipient has confirmed this report yet.'],
  'report.inactive': [409, 'Not sent', 'No report is sent while the station or account is suspended or deleted.'],
  'report.notOffered': [409, 'Not available', 'These statistics are not part of this portal.'],
  'report.otherKind': [
    409,
    'Not available for this report',
    'Only the downloads report can be limited to one {podcast}, and only the apps report to one station.',
  ],
  'report.sentOften': [429, 'Too many test sends', 'This report was sent {max} times in the last hour. Please wait.'],
  'report.askedOften': [
    429,
    'Too many requests',
    '{email} was asked several times today and has not confirmed. Please try again tomorrow.',
  ],
} as const satisfies Refusals;
