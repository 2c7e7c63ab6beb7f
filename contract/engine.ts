import * as z from 'zod/mini';
import { automationStates } from './automation-state.ts';
import { EngineEvent } from './engine-events.ts';
import { AccountKey, StationKey, TrackKey } from './keys.ts';
import { ListenerRules } from './listener-rules.ts';
import { UnreadableTracks } from './unreadable-tracks.ts';

export * from './engine-events.ts';

/*
 * What the portal and the streaming engine say to each other (design: the engine's control port, on
 * loopback or protected by a token). The portal PUTs desired state, as often as it likes; the engine
 * tells state by server-sent events and hands over its spool in numbered batches.
 *
 *   PUT    /stations/{key}          StationDesired → 204      idempotent; applied without a gap where the format stays;
 *                                                    409 where its revision is older than what was sent or listed before
 *   DELETE /stations/{key}?revision=               → 204      409 likewise; without a revision it is removed in any case
 *   POST   /stations/sync           SyncRequest    → SyncReply  which stations the engine lacks, has old, has too many; what
 *                                                    it lists is the newest from then on, as a restored database may be older
 *   GET    /stations/{key}                         → StationState
 *   GET    /stations                               → { stations: StationState[] }
 *   POST   /stations/{key}/restart                 → 204      drops the station's connections, plays from its first track
 *   POST   /stations/{key}/kick                    → 204      lets the connected encoder go
 *   GET    /sessions?station={key}&limit=          → { sessions: OpenSession[], total }  who listens now
 *   GET    /sessions/events                        → SSE of who comes and goes at every edge: `here` { sessions: Listener[] } as often as it
 *                                                    takes, `told` once these were all, and from the beginning on `moved` ListenersMoved,
 *                                                    at most ten times a second; both may name a session twice, or one that is unknown
 *   GET    /events                                 → SSE: `state` StationState, on every change and at connect
 *   GET    /spool?wait={ms}&after={batch}          → SpoolBatch or 204; the oldest unacknowledged one (after that), byte-identical when asked again
 *                                                    asked for as application/x-ndjson a line an event, under the headers of SpoolHead
 *   POST   /spool/ack               { batch }      → 204
 *   GET    /healthz, /metrics
 */

/** The one format of a station on the air. */
export const StreamFormat = z.object({
  codec: z.enum(['mp3', 'aac']),
  /** Hz */
  sample_rate: z.number(),
  channels: z.number(),
  /** bit/s */
  bitrate: z.number(),
});
export type StreamFormat = z.infer<typeof StreamFormat>;

/** A rendition the Auto DJ can play as it is: frames in the station's format, no tags, no bit reservoir. */
export const AutoDjItem = z.object({
  key: TrackKey,
  /** A file below the engine's media folder; never a URL. */
  path: z.string(),
  title: z.string(),
  artist: z.string(),
  album: z.string(),
  duration_ms: z.number(),
  /** What a library has it for: jingles come between tracks, are never mixed with them, and never play where music is chosen. */
  kind: z.optional(z.enum(['music', 'jingle'])),
});
export type AutoDjItem = z.infer<typeof AutoDjItem>;

/** Where a relay's sound comes from: a station of this engine, or somebody's stream. */
export const RelaySource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('station'), key: StationKey }),
  z.object({ kind: z.literal('url'), url: z.string() }),
]);
export type RelaySource = z.infer<typeof RelaySource>;

/** Hours of the week in which other tracks play than the playlist's. */
export const DayPart = z.object({
  id: z.string(),
  name: z.string(),
  /** 1 is Monday. */
  days: z.array(z.number()),
  /** Minutes since midnight in the station's time zone; one that ends before it begins goes over midnight. */
  from: z.number(),
  to: z.number(),
  tracks: z.array(TrackKey),
});
export type DayPart = z.infer<typeof DayPart>;

export const AutoDjRules = z.object({
  /** IANA; day-parts are told by it. */
  timezone: z._default(z.string(), 'UTC'),
  /** A jingle after every so many tracks; 0 for none. */
  jingle_every: z._default(z.number(), 0),
  day_parts: z._default(z.array(DayPart), []),
  /** How long neither the artist nor the title comes again, minutes; the oldest plays where nothing else is left. */
  artist_minutes: z._default(z.number(), 0),
  title_minutes: z._default(z.number(), 0),
  /**
   * How long before its end the next track begins, and in what time at its end the outgoing one fades, ms (at most 20,000). No
   * overlap for 0; tracks shorter than two overlaps are joined plainly.
   */
  mix_offset: z._default(z.number(), 0),
  mix_speed: z._default(z.number(), 0),
});
export type AutoDjRules = z.infer<typeof AutoDjRules>;

export const StationDesired = z.object({
  key: StationKey,
  account: AccountKey,
  /** Raised by every change of this document. */
  revision: z.number(),
  mount: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/)),
  name: z.string(),
  description: z.string(),
  /** What listeners see while nobody tells a title; the name where it is empty. */
  idle_title: z.optional(z.string()),
  genre: z.string(),
  website: z.string(),
  public: z.boolean(),
  /** Off the air: listeners and encoders are refused with 503 and this reason. */
  running: z.boolean(),
  reason: z.string(),
  format: StreamFormat,
  /** Encoders' credentials; the user is always `source`. */
  password: z.string(),
  burst_ms: z.number(),
  /** How long a live source must have delivered before it is taken. */
  steady_ms: z._default(z.number(), 200),
  /** How long a source may be silent on the wire before it counts as lost. */
  stall_ms: z._default(z.number(), 2000),
  /** With nothing left to play, silence holds the listeners this long. */
  hold_ms: z._default(z.number(), 600_000),
  autodj: z.object({
    items: z.array(AutoDjItem),
    shuffle: z.boolean(),
    /** Raised by "save and restart": playing begins anew from the first track. */
    generation: z.number(),
    /** Tracks that day-parts name and the playlist lacks. */
    others: z.optional(z.array(AutoDjItem)),
    jingles: z.optional(z.array(AutoDjItem)),
    rules: z.optional(AutoDjRules),
  }),
  /** The automation software runs the schedule, heard while no encoder is there; how it mixes. */
  automation: z.optional(z.object({ mix_ms: z.number(), level: z.boolean() })),
  /** Heard while no encoder is there, before everything but the automation. */
  relay: z.optional(RelaySource),
  /** Streams to fail over to, in their order, before the Auto DJ. */
  failover: z.optional(z.array(z.string())),
  /** Whether an encoder of a relay goes on the air instead of its master. */
  interrupt_master: z.optional(z.boolean()),
  /** By which an Icecast that relays the station reports its listeners, under `/icecast/{secret}`. */
  relay_secret: z.optional(z.string()),
  /** When sound counts as dead air: below this loudness (LUFS) for this long. */
  dead_air: z.optional(z.object({ below_lufs: z.number(), after_ms: z.number() })),
  limits: z.object({
    listeners: z.nullable(z.number()),
    /** Listeners at one address; of IPv6 at one network of 64 bits. */
    per_address: z.optional(z.nullable(z.number())),
    rules: z.optional(ListenerRules),
  }),
  /** Other formats, made while somebody listens: AAC at `{mount}.aac`, a lower bit rate (bit/s) at `{mount}-low`. */
  outputs: z.optional(z.object({ aac: z.boolean(), low_bitrate: z.nullable(z.number()) })),
  /** Also heard by HLS, under `/hls/{mount}/index.m3u8`. */
  hls: z._default(z.boolean(), false),
  /** What goes out is kept (contract/engine-log.ts): so many days of it, and no more than so many bytes. */
  log: z.optional(z.object({ recording: z.boolean(), days: z.number(), max_bytes: z.number() })),
  /** Recorded from one moment to another (ms since the epoch), whoever is on the air (contract/engine-recordings.ts). */
  recordings: z.optional(z.array(z.object({ id: z.string(), begin: z.number(), end: z.number() }))),
});
export type StationDesired = z.infer<typeof StationDesired>;

export const SyncRequest = z.object({
  stations: z.array(z.object({ key: StationKey, revision: z.number() })),
});
/** `send`: to be PUT, as missing or old. What the engine had too many is removed by the sync itself. */
export const SyncReply = z.object({ send: z.array(StationKey), removed: z.array(StationKey) });

export const EncoderState = z.object({
  codec: z.string(),
  sample_rate: z.number(),
  channels: z.number(),
  bitrate: z.nullable(z.number()),
  adapted: z.boolean(),
  /** Which encoder setting would save the conversion. */
  advice: z.nullable(z.string()),
  user_agent: z.string(),
  ip: z.string(),
  /** ms since the epoch */
  since: z.number(),
});

export type EncoderState = z.infer<typeof EncoderState>;

/** How the automation software of a station is there; `since` in ms since the epoch. */
export const AutomationState = z.object({
  state: z.enum(automationStates),
  reason: z.string(),
  since: z.number(),
});
export type AutomationState = z.infer<typeof AutomationState>;

export const StationState = z.object({
  key: StationKey,
  revision: z.number(),
  status: z.enum(['active', 'inactive', 'starting', 'stopping']),
  source: z.enum(['live', 'automation', 'relay', 'failover', 'autodj', 'silence', 'none']),
  automation: z.optional(AutomationState),
  /** Of a relay or fail-over URL that is on the air, without credentials. */
  source_url: z.optional(z.string()),
  encoder: z.nullable(EncoderState),
  /** What listeners see as ICY title. */
  title: z.string(),
  track: z.nullable(AutoDjItem),
  track_started: z.nullable(z.number()),
  /** What the Auto DJ will play after it, three at most; nothing while something else is on the air. */
  next: z.optional(z.array(AutoDjItem)),
  listeners: z.number(),
  /** Audio emitted minus wall time, ms. */
  clock_ms: z.number(),
  /** Tracks of its lists that the Auto DJ left out as their files could not be read, and since when there are some or none. */
  unreadable: z.optional(UnreadableTracks),
  /** Since when this source is on the air, ms since the epoch. */
  source_since: z.optional(z.number()),
  /** Since when the encoder that was on the air is missing; null where it isn't. */
  encoder_lost: z.optional(z.nullable(z.number())),
  /** What a station whose monitoring is on sounds like (LUFS, null for digital silence), */
  loudness: z.optional(z.nullable(z.number())),
  /** since when it is dead air, once that has lasted its time, */
  dead_air: z.optional(z.nullable(z.number())),
  /** and since when every measurement heard something; both null before the first. */
  sound_since: z.optional(z.nullable(z.number())),
});
export type StationState = z.infer<typeof StationState>;

/** A listener who is there now: the slice that is still open. */
export const OpenSession = z.object({
  session: z.string(),
  station: StationKey,
  n: z.number(),
  started: z.number(),
  from: z.number(),
  bytes: z.number(),
  ip: z.string(),
  user_agent: z.string(),
  /** An engine of before doesn't tell. */
  referer: z.optional(z.string()),
  output: z.enum(['stream', 'relay', 'hls']),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** What of an open session never changes: who is there. */
export const Listener = z.pick(OpenSession, {
  session: true,
  station: true,
  started: true,
  ip: true,
  user_agent: true,
  output: true,
});
export type Listener = z.infer<typeof Listener>;
/** Who came, and the sessions that ended, which may be of those. */
export const ListenersMoved = z.object({ opened: z.array(Listener), closed: z.array(z.string()) });
export type ListenersMoved = z.infer<typeof ListenersMoved>;

/** A frozen batch: `engine` is the installation's id of this engine, `batch` counts up for ever. The token of an insert is `{engine}:{batch}`. */
export const SpoolBatch = z.object({
  engine: z.string(),
  batch: z.number(),
  events: z.array(EngineEvent),
});
export type SpoolBatch = z.infer<typeof SpoolBatch>;
/** What is said of a batch that is handed out line by line; lines that are no events (`{"marks":…}`) are the engine's own. */
export const SpoolHead = z.object({ 'x-engine': z.string(), 'x-batch': z.string().check(z.regex(/^\d+$/)) });
export const spoolLines = 'application/x-ndjson';
