import type { Refusals } from './refusals.ts';

/** Song requests of listeners. */
export const songRequestErrors = {
  'songRequest.off': [409, 'Song requests', 'This station does not take requests.'],
  'songRequest.closed': [409, 'Song requests', 'The station takes no requests right now. Please try again later.'],
  'songRequest.notAutoDj': [
    409,
    'Song requests',
    'Requests are taken only while the station plays its own tracks. Please try again later.',
  ],
  'songRequest.tooMany': [409, 'Song requests', 'You can request {max} songs an hour. Please try again later.'],
  'songRequest.full': [409, 'Song requests', 'Many requests are waiting already. Please try again later.'],
  'songRequest.songRecently': [
    409,
    'Song requests',
    'This song was requested a short while ago. Please choose another.',
  ],
  'songRequest.artistRecently': [
    409,
    'Song requests',
    'A song of this artist was requested a short while ago. Please choose another.',
  ],
  'songRequest.songNotFound': [404, 'Song requests', 'This song can’t be requested. Please choose another.'],
  'songRequest.notFound': [404, 'Song requests', 'The request was not found.'],
  'songRequest.decided': [409, 'Song requests', 'This request was already decided.'],
} as const satisfies Refusals;
