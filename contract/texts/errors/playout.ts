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
  'playlist.notFound': [404, 'Playlist not found', 'The playlist was not found.'],
  'playlist.overlaps': [409, 'Playlist', '“{name}” already plays alone during some of these hours.'],
  'playlist.full': [409, 'Playlists', 'A station can have at most {max} playlists.'],
  'air.unreachable': [
    503,
    'On the air',
    'The streaming server did not answer, so this may not have happened. Please try again: it happens once.',
  ],
  'air.notAutoDj': [409, 'On the air', 'The {AutoDJ} is not on the air.'],
  'air.break': [409, 'On the air', 'A break is playing. Please try again after it.'],
  'air.nothingElse': [409, 'On the air', 'There is no other track to play.'],
  'air.trackOver': [409, 'On the air', 'That track is over, or is already being mixed into the next one.'],
  'air.queueFull': [409, 'Queue', 'At most {max} tracks can wait in the queue.'],
  'air.trackNotReady': [409, 'Queue', '“{title}” is not ready to be played yet.'],
} as const satisfies Refusals;
