import * as z from 'zod/mini';
import { StationKey, TrackKey } from '../rules/keys.ts';

const ListPosition = z.object({
  track: z.optional(TrackKey),
  index: z.number(),
  round: z.number(),
  deferred: z.readonly(z.array(TrackKey)),
});

/**
 * Where a station's Auto DJ is, so that another engine continues there (`resume` of the desired state). `progress` is only
 * read by engines: how far jingles and other playlists were played, and what was played lately.
 */
export const AutoDjPosition = z.object({
  generation: z.number(),
  /** The track, its index in the list, and how often the shuffled list has been played through. */
  track: TrackKey,
  index: z.number(),
  round: z.number(),
  /** ms of the track that had been played at `at` (ms since the epoch); while it is `playing`, it advances with time. */
  offset_ms: z.number(),
  at: z.number(),
  playing: z.boolean(),
  progress: z.optional(
    z.object({
      playlist: ListPosition,
      jingles: ListPosition,
      playlists: z.optional(z.record(z.string(), ListPosition)),
      credits: z.optional(z.record(z.string(), z.number())),
      since: z.number(),
      last: z.optional(TrackKey),
      list: z.string(),
      why: z.string(),
      plays: z.string(),
    }),
  ),
});
export type AutoDjPosition = z.infer<typeof AutoDjPosition>;

/** Sent every ten seconds: the positions that changed since. */
export const StationPositions = z.object({
  positions: z.array(z.object({ station: StationKey, position: AutoDjPosition })),
});
export type StationPositions = z.infer<typeof StationPositions>;
