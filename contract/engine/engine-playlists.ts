import * as z from 'zod/mini';
import { TrackKey } from '../rules/keys.ts';
import { DayPartHours } from '../rules/week.ts';

/** A playlist beside the station's own one; its tracks are among the Auto DJ's `items` and `others`. */
export const EnginePlaylist = z.object({
  id: z.string(),
  name: z.string(),
  /** Its share of the tracks is its weight, divided by the sum of those that play. */
  weight: z.number(),
  shuffle: z.boolean(),
  /** In its hours it plays alone; it has no other hours then. */
  exclusive: z.boolean(),
  /** When it plays, in the station's time zone; always without any. */
  hours: z.array(DayPartHours),
  tracks: z.array(TrackKey),
});
export type EnginePlaylist = z.infer<typeof EnginePlaylist>;

/** What playlists that play alone in their hours were; older portals send it, and engines stored it. */
export const DayPart = z.object({
  id: z.string(),
  name: z.string(),
  days: z.array(z.number()),
  from: z.number(),
  to: z.number(),
  tracks: z.array(TrackKey),
});
