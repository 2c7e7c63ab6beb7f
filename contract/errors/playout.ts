import type { Refusals } from './refusals.ts';

/** The Auto DJ and its playlist (spec §8). */
export const playoutErrors = {
  'autodj.updateFailed': [500, '{AutoDJ}', 'Failed to update {AutoDJ} configuration. Please try again later.'],
  'autodj.restartFailed': [503, '{AutoDJ}', 'Failed to restart {AutoDJ}. Please try again later.'],
  'autodj.orderMismatch': [
    409,
    '{AutoDJ}',
    'The playlist changed in the meantime. Please reload the page and try again.',
  ],
} as const satisfies Refusals;
