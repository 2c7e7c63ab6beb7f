import * as z from 'zod/mini';
import { adReasonIds } from '../rules/ad-reasons.ts';
import { CallEvent } from './engine-calls.ts';
import { AccountKey, CampaignKey, PlayerKey, StationKey, TrackKey } from '../rules/keys.ts';

/* Events in the engine's spool: sessions, plays, sources, spots with their breaks, and calls. */

/**
 * The embedded player of a session, and the host of the website that it stands in, as the player says; omitted for other listeners
 * and by older engines.
 */
export const listenedBy = { embed: z.optional(PlayerKey), site: z.optional(z.string()) };

/** A slice of a session, cut at each quarter hour (UTC) and at its end. Times in ms since the epoch. */
export const SliceEvent = z.object({
  type: z.literal('slice'),
  session: z.string(),
  n: z.number(),
  station: StationKey,
  account: AccountKey,
  started: z.number(),
  from: z.number(),
  to: z.number(),
  bytes: z.number(),
  first: z.boolean(),
  last: z.boolean(),
  ip: z.string(),
  user_agent: z.string(),
  referer: z.string(),
  output: z.enum(['stream', 'relay', 'hls']),
  ...listenedBy,
});
export const PlayEvent = z.object({
  type: z.literal('play'),
  station: StationKey,
  account: AccountKey,
  at: z.number(),
  source: z.enum(['live', 'automation', 'relay', 'failover', 'autodj']),
  /**
   * Why the Auto DJ chose it: `first` of all, the playlist's `order` or `shuffle`, moved by `separation`, `jingle`,
   * `playlist:{id}` of another playlist (`daypart:{id}` from older engines), `queued:{user}` by a person, `substitute` for a
   * track whose file had not arrived; '' for other sources. `skipped:{user}` if a person ended the track.
   */
  why: z.optional(z.string()),
  /** The reason why it was skipped: its file could not be read, or a person skipped the rest of it. */
  skipped: z.optional(z.string()),
  track: z.nullable(TrackKey),
  title: z.string(),
  artist: z.string(),
  album: z.string(),
});
export const SourceEvent = z.object({
  type: z.literal('source'),
  station: StationKey,
  account: AccountKey,
  at: z.number(),
  event: z.enum(['connected', 'taken', 'lost', 'disconnected', 'refused']),
  reason: z.string(),
  /** The kind of source; `encoder` if omitted. */
  source: z.optional(z.enum(['live', 'automation', 'relay', 'failover'])),
  /** URL of a pulled source, without credentials. */
  source_url: z.optional(z.string()),
  ip: z.string(),
  user_agent: z.string(),
});
/**
 * A spot's progress with one listener: started (`quartile` 0, an impression), or another quarter played (1 to
 * 4), each at the moment when it could be heard. An event is identified by session, break, slot, quartile and `cut`.
 */
export const SpotEvent = z.object({
  type: z.literal('spot'),
  station: StationKey,
  account: AccountKey,
  at: z.number(),
  campaign: z.string(),
  session: z.string(),
  quartile: z.literal([0, 1, 2, 3, 4]),
  ip: z.string(),
  user_agent: z.string(),
  referer: z.string(),
  /** `vast`: an app that inserts spots by itself; `session` is then the spot's own. */
  output: z.enum(['stream', 'relay', 'hls', 'vast']),
  /** Which audio, lease and break, and its place in the break from 0; older engines don't send them. */
  spot: z.optional(z.string()),
  lease: z.optional(z.string()),
  break_id: z.optional(z.string()),
  slot: z.optional(z.number()),
  kind: z.optional(z.enum(['pre', 'mid'])),
  /** The answer of an ad server that was used. */
  ticket: z.optional(z.string()),
  /**
   * With quartile 0, once: the break ended before three quarters of it were played, and its impression, which was sent
   * before, is not counted.
   */
  cut: z.optional(z.boolean()),
});
/** What made a break: two tracks of the Auto DJ, the encoder's title, the clock, a person, or the master of a relay. */
export const breakKinds = ['autodj', 'cue', 'clock', 'hand', 'master'] as const;
export type BreakKind = (typeof breakKinds)[number];
/** A break of a station that was made: how many heard a spot of those who were listening. */
export const BreakEvent = z.object({
  type: z.literal('break'),
  station: StationKey,
  account: AccountKey,
  at: z.number(),
  id: z.string(),
  kind: z.enum(breakKinds),
  ms: z.number(),
  listeners: z.number(),
  withSpot: z.number(),
});
/** How often campaigns were not played on a station, and why, since the event before. */
export const AdReasonsEvent = z.object({
  type: z.literal('ad-reasons'),
  station: StationKey,
  account: AccountKey,
  at: z.number(),
  reasons: z.array(z.object({ campaign: CampaignKey, reason: z.enum(adReasonIds), count: z.number() })),
});
export const EngineEvent = z.discriminatedUnion('type', [
  SliceEvent,
  PlayEvent,
  SourceEvent,
  SpotEvent,
  BreakEvent,
  AdReasonsEvent,
  CallEvent,
]);
export type EngineEvent = z.infer<typeof EngineEvent>;
export type SliceEvent = z.infer<typeof SliceEvent>;
export type PlayEvent = z.infer<typeof PlayEvent>;
export type SourceEvent = z.infer<typeof SourceEvent>;
export type SpotEvent = z.infer<typeof SpotEvent>;
export type BreakEvent = z.infer<typeof BreakEvent>;
export type { CallEvent };
export type AdReasonsEvent = z.infer<typeof AdReasonsEvent>;
