import type { Refusals } from './refusals.ts';

/** Statistics and raw data (spec §8). */
export const analyticsErrors = {
  'raw.noStation': [400, 'Raw data', 'Please select a station'],
  'raw.tooSoon': [429, 'Raw data', 'Failed to fetch live raw stats. Please wait a minute and try again.'],
  'raw.tooOld': [
    422,
    'Raw data',
    'Live raw data goes back {days} days, to {date}. Older months are in the archive if the station is subscribed to it.',
  ],
  'raw.tooMany': [
    429,
    'Raw data',
    'Several files are already being prepared for you. Please wait until they are ready.',
  ],
  'raw.reportGone': [404, 'Raw data', 'This file no longer exists, or it belongs to someone else.'],
  'raw.noArchive': [404, 'Raw data', 'There is no archive for {period}.'],
  'raw.linkOver': [410, 'Raw data', 'This link works once, within a minute. Please download the file again.'],
  'analytics.period': [400, 'Period', 'The period is not valid: {reason}.'],
  'analytics.filterTooOld': [
    422,
    'Filter',
    'Filters need single listening sessions, which are stored for {days} days. Choose days from {date} on, or remove the filters.',
  ],
  'analytics.tooMuch': [
    422,
    'Too much data',
    'These statistics take too long to calculate. Please choose a shorter period.',
  ],
  'royalty.tooMany': [409, 'Too many corrections', 'An account can have at most {max} title corrections.'],
} as const satisfies Refusals;
