import * as z from 'zod/mini';
import { TrackKey } from './keys.ts';

/** Tracks that the Auto DJ left out the last time it was their turn; `count`: of all, `tracks`: those found first, 20 at most; `since`: when there began to be some, or none (ms). */
export const UnreadableTracks = z.object({
  count: z.number(),
  since: z.number(),
  tracks: z.array(z.object({ key: TrackKey, title: z.string(), artist: z.string(), reason: z.string() })),
});
export type UnreadableTracks = z.infer<typeof UnreadableTracks>;
