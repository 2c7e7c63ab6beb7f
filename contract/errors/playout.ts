import type { Refusals } from './refusals.ts';

/** The Auto DJ and its playlist (spec §8). */
export const playoutErrors = {
  'autodj.orderMismatch': [
    409,
    '{AutoDJ}',
    'The playlist changed in the meantime. Please reload the page and try again.',
  ],
  'autodj.nothingToUndo': [409, '{AutoDJ}', 'The playlist changed in the meantime, so this was not undone.'],
  'autodj.jinglesFull': [409, 'Jingles', 'A station has at most {max} jingles.'],
  'autodj.dayPartNotFound': [404, 'Day-part not found', 'The day-part was not found.'],
  'autodj.dayPartOverlaps': [409, 'Day-part', '“{name}” plays at some of these hours already.'],
  'autodj.dayPartsFull': [409, 'Day-part', 'A station has at most {max} day-parts.'],
} as const satisfies Refusals;
