import type { Refusals } from './refusals.ts';

/** Statistics and raw data (spec §8). */
export const analyticsErrors = {
  'raw.noStation': [400, 'Raw data', 'Please select a station'],
  'raw.tooSoon': [429, 'Raw data', 'Failed to fetch live raw stats. Please wait a minute and try again.'],
  'raw.tooOld': [
    422,
    'Raw data',
    'Live raw data goes back {days} days, to {date}. Older months are in the archive where the station is subscribed to it.',
  ],
  'raw.tooMany': [
    429,
    'Raw data',
    'Several files are being made for you already. Please wait until they have arrived.',
  ],
  'raw.reportGone': [404, 'Raw data', 'This file is not there any more, or was made for somebody else.'],
  'raw.noArchive': [404, 'Raw data', 'There is no archive of {period}.'],
  'raw.linkOver': [
    410,
    'Raw data',
    'This link has been used, or is older than a minute. Please download the file again.',
  ],
  'analytics.period': [400, 'Period', 'The period is not valid: {reason}.'],
  'analytics.tooMuch': [422, 'Too much at once', 'These statistics take too long. Please choose a shorter period.'],
  'royalty.tooMany': [409, 'Too many corrections', 'An account keeps at most {max} corrections of titles.'],
} as const satisfies Refusals;
