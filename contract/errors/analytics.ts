import type { Refusals } from './refusals.ts';

/** Statistics and raw data (spec §8). */
export const analyticsErrors = {
  'raw.liveFailed': [500, 'Raw data', 'Failed to fetch live raw stats. Please wait a minute and try again.'],
  'raw.monthlyFailed': [500, 'Raw data', 'Failed to request monthly raw stats. Please try again later.'],
  'raw.subscribeFailed': [500, 'Raw data', 'Failed to subscribe to the raw stats archive. Please try again later.'],
  'raw.unsubscribeFailed': [
    500,
    'Raw data',
    'Failed to unsubscribe from the raw stats archive. Please try again later.',
  ],
  'raw.archivesFailed': [500, 'Raw data', 'Failed to fetch raw stats archives. Please try again later.'],
  'raw.statusFailed': [500, 'Raw data', 'Failed to fetch archive status'],
  'raw.noStation': [400, 'Raw data', 'Please select a station'],
  'analytics.period': [400, 'Period', 'The period is not valid: {reason}.'],
  'analytics.tooMuch': [422, 'Too much at once', 'These statistics take too long. Please choose a shorter period.'],
} as const satisfies Refusals;
