import * as z from 'zod/mini';
import { automationStates } from '../rules/automation-state.ts';
import { StationKey } from '../rules/keys.ts';
import { UnreadableTracks } from '../engine/unreadable-tracks.ts';

/** What people did by hand; `by` is a name. `since`: when the Auto DJ stopped, null while its track still plays. */
const LiveAir = z.object({
  queue: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      title: z.string(),
      artist: z.string(),
      duration: z.number(),
      by: z.string(),
      /** Whether a listener requested it. */
      requested: z.optional(z.boolean()),
    }),
  ),
  stop: z.nullable(z.object({ by: z.string(), since: z.nullable(z.string()) })),
  barred_until: z.nullable(z.string()),
  barred_presenters: z.optional(z.array(z.object({ id: z.string(), until: z.string() }))),
  /** Presenters with the right password who were refused, newest first. */
  refused: z.optional(z.array(z.object({ id: z.string(), name: z.string(), reason: z.string(), at: z.string() }))),
});

/** A presenter who broadcasts; `picture`: path of an image, `until`: the end of their hours, null if they have none. */
export const LivePresenter = z.object({
  id: z.string(),
  name: z.string(),
  picture: z.nullable(z.string()),
  until: z.nullable(z.string()),
});
export type LivePresenter = z.infer<typeof LivePresenter>;

/** The state of a followed station in a browser's event stream. */
export const StationLive = z.object({
  key: StationKey,
  /** The state that the engine reports (spec §2 "Server panel"). */
  status: z.enum(['active', 'inactive', 'starting', 'stopping']),
  source: z.enum(['live', 'automation', 'relay', 'failover', 'autodj', 'silence', 'none']),
  automation: z.optional(z.object({ state: z.enum(automationStates), reason: z.string(), since: z.string() })),
  /** The format that the connected encoder sends, and advice if it is converted. */
  encoder: z.nullable(
    z.object({
      codec: z.string(),
      sample_rate: z.number(),
      channels: z.number(),
      bitrate: z.nullable(z.number()),
      adapted: z.boolean(),
      advice: z.nullable(z.string()),
      user_agent: z.string(),
      since: z.string(),
      /** Whose encoder it is; null with the station's own password. */
      presenter: z.optional(z.nullable(LivePresenter)),
    }),
  ),
  /** Who is on the air. */
  presenter: z.optional(z.nullable(LivePresenter)),
  title: z.string(),
  track: z.nullable(z.object({ key: z.string(), title: z.string(), artist: z.string(), album: z.string() })),
  track_started: z.nullable(z.string()),
  /** The next Auto DJ tracks, as far as known. */
  next: z.optional(
    z.array(z.object({ key: z.string(), title: z.string(), artist: z.string(), kind: z.enum(['music', 'jingle']) })),
  ),
  unreadable: z.optional(UnreadableTracks),
  air: z.optional(LiveAir),
  ...{ listeners: z.number(), callers: z.optional(z.number()) },
});
export type StationLive = z.infer<typeof StationLive>;
