import type { Refusals } from './refusals.ts';

/** The broadcast logger. */
export const loggerErrors = {
  'log.unavailable': [503, 'Logger', 'The recordings are not available right now. Please try again later.'],
  'log.nothing': [404, 'Logger', 'Nothing was recorded at that time.'],
  'log.otherFormat': [
    409,
    'Logger',
    'The station’s format changed during this time. Please choose a time before or after the change.',
  ],
  'log.badSpan': [400, 'Logger', 'Please choose an end after the start, at most {hours} hours later.'],
} as const satisfies Refusals;
