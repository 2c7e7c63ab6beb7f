import type { Refusals } from './refusals.ts';

/** The Auto DJ and its playlist (spec §8). */
export const playoutErrors = {
  'autodj.orderMismatch': [
    409,
    '{AutoDJ}',
    'The playlist changed in the meantime. Please reload the page and try again.',
  ],
  'autodj.nothingToUndo': [409, '{AutoDJ}', 'The playlist changed in the meantime, so this was not undone.'],
  'autodj.jinglesFull': [409, 'Jingles', 'A station can have at most {max} jingles.'],
  'autodj.dayPartNotFound': [404, 'Daypart not found', 'The daypart was not found.'],
  'autodj.dayPartOverlaps': [409, 'Daypart', '“{name}” already plays during some of these hours.'],
  'autodj.dayPartsFull': [409, 'Daypart', 'A station can have at most {max} dayparts.'],
} as const satisfies Refusals;
