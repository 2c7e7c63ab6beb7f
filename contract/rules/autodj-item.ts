import * as z from 'zod/mini';
import { TrackKey } from './keys.ts';

/** A rendition that the Auto DJ can play unchanged: frames in the station's format, no tags, no bit reservoir. */
export const AutoDjItem = z.object({
  key: TrackKey,
  /** A file below the engine's media folder, and its key in the portal's storage; never a URL. */
  path: z.string(),
  /** By these an engine knows the file that it fetches; files from before hashes were stored have no `sha256` (hex). */
  bytes: z.optional(z.number()),
  sha256: z.optional(z.string()),
  title: z.string(),
  artist: z.string(),
  album: z.string(),
  duration_ms: z.number(),
  /** How the library uses it: jingles play between tracks, are never mixed with them, and are never chosen as music. */
  kind: z.optional(z.enum(['music', 'jingle'])),
});
export type AutoDjItem = z.infer<typeof AutoDjItem>;
