import * as z from 'zod/mini';
import { AutoDjItem } from '../rules/autodj-item.ts';
import { automationStates } from '../rules/automation-state.ts';
import { AutoDjPosition } from './autodj-position.ts';
import { AirControl } from './engine-air.ts';
import { StationCalls } from './engine-calls.ts';
import { EngineEvent, listenedBy } from './engine-events.ts';
import { DayPart, EnginePlaylist } from './engine-playlists.ts';
import { AirPresenter, DesiredPresenters } from './engine-presenters.ts';
import { AccountKey, StationKey } from '../rules/keys.ts';
import { ListenerRules } from '../rules/listener-rules.ts';
import { UnreadableTracks } from './unreadable-tracks.ts';

export * from '../rules/autodj-item.ts';
export * from './engine-events.ts';
export * from './engine-playlists.ts';

/*
 * The protocol between the portal and the streaming engine (the engine's control port, on
 * loopback or protected by a token). The portal PUTs desired state at any time; the engine
 * reports state by server-sent events and delivers its spool in numbered batches.
 *
 *   PUT    /stations/{key}          StationDesired → 204      idempotent; applied without a gap if the format is unchanged;
 *                                                    409 if its epoch, or of the same epoch its revision, is older than one sent or listed before
 *   DELETE /stations/{key}?revision=&epoch=        → 204      409 likewise; without a revision it always removes
 *   POST   /stations/sync           SyncRequest    → SyncReply  stations that the engine lacks, has outdated or must remove;
 *                                                    its revisions count as the newest, as a restored database may be older
 *   GET    /stations/{key}                         → StationState
 *   GET    /stations                               → { stations: StationState[] }
 *   POST   /stations/{key}/restart                 → 204      disconnects everyone, plays from the first track
 *   POST   /stations/{key}/kick                    → 204      disconnects the encoder; the other commands of people on the
 *                                                    air are in contract/engine/engine-air.ts
 *   GET    /sessions?station={key}&limit=          → { sessions: OpenSession[], total }  current listeners
 *   GET    /sessions/events                        → SSE of listeners connecting and leaving at all edges: `here` { sessions: Listener[] } in several
 *                                                    parts, `told` after the last part, and from the start `moved` ListenersMoved,
 *                                                    at most ten times a second; both may repeat a session or name an unknown one
 *   GET    /events                                 → SSE: `state` StationState, on every change and at connect; `positions`
 *                                                    StationPositions (contract/engine/autodj-position.ts), every ten seconds
 *   GET    /spool?wait={ms}&after={batch}          → SpoolBatch or 204; the oldest unacknowledged one (after that), byte-identical on repeated requests
 *                                                    as application/x-ndjson: one event a line, with the headers of SpoolHead
 *   POST   /spool/ack               { batch }      → 204
 *   GET    /node                                   → NodeInfo  (contract/engine/engine-node.ts)
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

/** The source of a relay's audio: a station of this engine, or an external stream. */
export const RelaySource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('station'), key: StationKey }),
  z.object({ kind: z.literal('url'), url: z.string() }),
]);
export type RelaySource = z.infer<typeof RelaySource>;

export const AutoDjRules = z.object({
  /** IANA zone of the dayparts. */
  timezone: z._default(z.string(), 'UTC'),
  /** Tracks between jingles; 0 for no jingles. */
  jingle_every: z._default(z.number(), 0),
  playlists: z.optional(z.array(EnginePlaylist)),
  /** Of the station's own playlist; with 0 it plays only when no other one does. 1 by default. */
  playlist_weight: z.optional(z.number()),
  day_parts: z.optional(z.array(DayPart)),
  /**
   * Minimum time before an artist or title repeats, minutes; if no track qualifies, the least recently played one is
   * used.
   */
  artist_minutes: z._default(z.number(), 0),
  title_minutes: z._default(z.number(), 0),
  /**
   * How long before its end the next track begins, and the fade-out time of the ending track, ms (at most 20,000). 0
   * for no overlap; tracks shorter than two overlaps are joined without one.
   */
  mix_offset: z._default(z.number(), 0),
  mix_speed: z._default(z.number(), 0),
});
export type AutoDjRules = z.infer<typeof AutoDjRules>;

export const StationDesired = z.object({
  key: StationKey,
  account: AccountKey,
  /** Increased by every change of this document. */
  revision: z.number(),
  /** Increased when the station moves to another engine: of two with the same station, the higher one is right. */
  epoch: z.optional(z.number()),
  mount: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/)),
  name: z.string(),
  description: z.string(),
  /** Shown to listeners while there is no title; the name if empty. */
  idle_title: z.optional(z.string()),
  genre: z.string(),
  website: z.string(),
  public: z.boolean(),
  /** Off the air: listeners and encoders are refused with 503 and this reason. */
  running: z.boolean(),
  reason: z.string(),
  format: StreamFormat,
  /** The station's own password for encoders; its user is `source`. */
  password: z.string(),
  /** Others who may broadcast, each with a password of their own (contract/engine/engine-presenters.ts). */
  presenters: z.optional(DesiredPresenters),
  burst_ms: z.number(),
  /** How long a live source must deliver before it goes on the air. */
  steady_ms: z._default(z.number(), 200),
  /** How long a source may send nothing before it counts as lost. */
  stall_ms: z._default(z.number(), 2000),
  /** How long the station sends silence with nothing left to play before it disconnects its listeners. */
  hold_ms: z._default(z.number(), 600_000),
  autodj: z.object({
    items: z.array(AutoDjItem),
    shuffle: z.boolean(),
    /** Increased by "save and restart": playing restarts from the first track. */
    generation: z.number(),
    /** Tracks of other playlists that aren't in the station's own one. */
    others: z.optional(z.array(AutoDjItem)),
    jingles: z.optional(z.array(AutoDjItem)),
    /** Where the portal serves these files to an engine that has no disk in common with it (shared/media-url.ts). */
    media_url: z.optional(z.string()),
    rules: z.optional(AutoDjRules),
  }),
  /** Where another engine's Auto DJ was: one that starts the station continues there, unless it was later itself. */
  resume: z.optional(AutoDjPosition),
  /** The automation software, on the air while no encoder is connected, and its crossfade. */
  automation: z.optional(z.object({ mix_ms: z.number(), level: z.boolean() })),
  /** On the air while no encoder is connected; only the automation has priority over it. */
  relay: z.optional(RelaySource),
  /** Fail-over streams in order, on the air before the Auto DJ. */
  failover: z.optional(z.array(z.string())),
  /** Whether a relay's own encoder overrides its master. */
  interrupt_master: z.optional(z.boolean()),
  /** With this secret, an Icecast server that relays the station reports its listeners, under `/icecast/{secret}`. */
  relay_secret: z.optional(z.string()),
  /** When audio counts as dead air: below this loudness (LUFS) for this long. */
  dead_air: z.optional(z.object({ below_lufs: z.number(), after_ms: z.number() })),
  limits: z.object({
    listeners: z.nullable(z.number()),
    /** Listeners per IPv4 address or IPv6 /64 network. */
    per_address: z.optional(z.nullable(z.number())),
    rules: z.optional(ListenerRules),
  }),
  /** Extra formats, encoded while someone listens: AAC at `{mount}.aac`, a lower bit rate (bit/s) at `{mount}-low`. */
  outputs: z.optional(z.object({ aac: z.boolean(), low_bitrate: z.nullable(z.number()) })),
  /** Also available by HLS, under `/hls/{mount}/index.m3u8`. */
  hls: z._default(z.boolean(), false),
  /** Broadcast log (contract/engine/engine-log.ts): how many days, and at most how many bytes, to store. */
  log: z.optional(z.object({ recording: z.boolean(), days: z.number(), max_bytes: z.number() })),
  /** Recordings from one time to another (ms since the epoch), whatever the source (contract/engine/engine-recordings.ts). */
  recordings: z.optional(z.array(z.object({ id: z.string(), begin: z.number(), end: z.number() }))),
  /** Phone numbers (contract/engine/engine-calls.ts); stations without any are not called. */
  calls: z.optional(StationCalls),
});
export type StationDesired = z.infer<typeof StationDesired>;

export const SyncRequest = z.object({
  /** What the engine calls itself to encoders and listeners: the brand's name. */
  product: z.optional(z.string().check(z.maxLength(60))),
  stations: z.array(z.object({ key: StationKey, revision: z.number(), epoch: z.optional(z.number()) })),
});
/**
 * `send`: stations to PUT, as they are missing or outdated. The sync itself removes stations that the engine must not
 * have.
 */
export const SyncReply = z.object({ send: z.array(StationKey), removed: z.array(StationKey) });

export const EncoderState = z.object({
  codec: z.string(),
  sample_rate: z.number(),
  channels: z.number(),
  bitrate: z.nullable(z.number()),
  adapted: z.boolean(),
  /** The encoder setting that would avoid the conversion. */
  advice: z.nullable(z.string()),
  user_agent: z.string(),
  ip: z.string(),
  /** ms since the epoch */
  since: z.number(),
  /** Whose encoder it is; null for one with the station's own password. Older engines don't send it. */
  presenter: z.optional(z.nullable(AirPresenter)),
});

export type EncoderState = z.infer<typeof EncoderState>;

/** The state of a station's automation software; `since` in ms since the epoch. */
export const AutomationState = z.object({
  state: z.enum(automationStates),
  reason: z.string(),
  since: z.number(),
});
export type AutomationState = z.infer<typeof AutomationState>;

export const StationState = z.object({
  key: StationKey,
  revision: z.number(),
  /** Of the document that it plays; older engines don't send it. */
  epoch: z.optional(z.number()),
  status: z.enum(['active', 'inactive', 'starting', 'stopping']),
  source: z.enum(['live', 'automation', 'relay', 'failover', 'autodj', 'silence', 'none']),
  automation: z.optional(AutomationState),
  /** URL of the relay or fail-over stream on the air, without credentials. */
  source_url: z.optional(z.string()),
  encoder: z.nullable(EncoderState),
  /** Who is on the air: the presenter of the encoder that plays. */
  presenter: z.optional(z.nullable(AirPresenter)),
  /** The ICY title that listeners see. */
  title: z.string(),
  track: z.nullable(AutoDjItem),
  track_started: z.nullable(z.number()),
  /** The next Auto DJ tracks, three at most; empty while another source is on the air. */
  next: z.optional(z.array(AutoDjItem)),
  listeners: z.number(),
  /** Audio emitted minus wall time, ms. */
  clock_ms: z.number(),
  /** Auto DJ tracks that were skipped as their files could not be read, and since when there are some or none. */
  unreadable: z.optional(UnreadableTracks),
  /** Since when this source is on the air, ms since the epoch. */
  source_since: z.optional(z.number()),
  /** Since when the encoder that was on the air is disconnected; null if it isn't. */
  encoder_lost: z.optional(z.nullable(z.number())),
  /** Loudness of a monitored station (LUFS, null for digital silence), */
  loudness: z.optional(z.nullable(z.number())),
  /** since when it has been dead air, once that has lasted its minimum time, */
  dead_air: z.optional(z.nullable(z.number())),
  /** and since when every measurement was above it; both null before the first measurement. */
  sound_since: z.optional(z.nullable(z.number())),
  /** Callers now. */
  callers: z.optional(z.number()),
  /** What people queued, stopped and barred by hand; older engines don't send it. */
  air: z.optional(AirControl),
});
export type StationState = z.infer<typeof StationState>;

/** A current listener: the slice that is still open. */
export const OpenSession = z.object({
  session: z.string(),
  station: StationKey,
  n: z.number(),
  started: z.number(),
  from: z.number(),
  bytes: z.number(),
  ip: z.string(),
  user_agent: z.string(),
  /** Older engines don't send it. */
  referer: z.optional(z.string()),
  output: z.enum(['stream', 'relay', 'hls']),
  ...listenedBy,
});
export type OpenSession = z.infer<typeof OpenSession>;

/** The parts of an open session that never change. */
export const Listener = z.pick(OpenSession, {
  session: true,
  station: true,
  started: true,
  ip: true,
  user_agent: true,
  referer: true,
  output: true,
});
export type Listener = z.infer<typeof Listener>;
/** Listeners who connected, and ended sessions, which may be among them. */
export const ListenersMoved = z.object({ opened: z.array(Listener), closed: z.array(z.string()) });
export type ListenersMoved = z.infer<typeof ListenersMoved>;

/**
 * An immutable batch: `engine` is this engine's installation ID, `batch` counts up for ever. The token of an insert is
 * `{engine}:{batch}`.
 */
export const SpoolBatch = z.object({
  engine: z.string(),
  batch: z.number(),
  events: z.array(EngineEvent),
});
export type SpoolBatch = z.infer<typeof SpoolBatch>;
/**
 * The headers of a batch that is delivered line by line; lines that aren't events (`{"marks":…}`) are internal to the
 * engine.
 */
export const SpoolHead = z.object({ 'x-engine': z.string(), 'x-batch': z.string().check(z.regex(/^\d+$/)) });
export const spoolLines = 'application/x-ndjson';
