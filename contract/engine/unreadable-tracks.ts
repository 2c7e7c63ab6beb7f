import * as z from 'zod/mini';
import { TrackKey } from '../rules/keys.ts';

/**
 * Tracks that the Auto DJ skipped at their last turn. `count`: all of them; `tracks`: the first 20 found; `since`:
 * since when there are some, or none (ms).
 */
export const UnreadableTracks = z.object({
  count: z.number(),
  since: z.number(),
  tracks: z.array(z.object({ key: TrackKey, title: z.string(), artist: z.string(), reason: z.string() })),
});
export type UnreadableTracks = z.infer<typeof UnreadableTracks>;
