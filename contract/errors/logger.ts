import type { Refusals } from './refusals.ts';

/** The broadcast logger. */
export const loggerErrors = {
  'log.unavailable': [503, 'Logger', 'The recordings cannot be reached at the moment. Please try again later.'],
  'log.nothing': [404, 'Logger', 'Nothing was recorded at that time.'],
  'log.otherFormat': [
    409,
    'Logger',
    'The format of the station changed within this time. Please choose a time before or after it.',
  ],
  'log.badSpan': [400, 'Logger', 'Please choose a time that ends after it begins, of at most {hours} hours.'],
} as const satisfies Refusals;
