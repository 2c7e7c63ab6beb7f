import type { BreakKind, StationDesired, StreamFormat } from '#contract/engine/engine.ts';
import type { ListenerRules } from '#contract/rules/listener-rules.ts';

/** Consecutive whole frames of one station, as every consumer (edge, HLS, recorder, relay) reads them. */
export type FrameBatch = {
  station: string;
  /** Increases by one per batch while the engine runs; a consumer detects lost batches by a gap. */
  seq: number;
  /** The station's audio clock at the first frame, µs since the station started. */
  at: number;
  /** µs of audio in this batch. */
  duration: number;
  /** Offset of each frame in `data`. */
  offsets: readonly number[];
  data: Buffer;
  /** The number of the title at the first frame of this batch. */
  title: number;
  /** How long before it was sent it was emitted, ms; missing for one that was sent at once. */
  ago?: number;
};

/**
 * A time on the air of a station, from which its edges derive alike what they say of its HLS. Another one begins when the station starts, and
 * whenever its audio clock was stopped meanwhile.
 */
export type OnAir = {
  /** The station's audio clock at its first sample, µs. */
  at: number;
  /** When that sample was due, ms since the epoch; of no two times on the air of a station the same. */
  since: number;
  /** The number of its first segment. */
  segment: number;
  /** Its discontinuity number: times on the air before it, not from zero. */
  cuts: number;
};

/** What a consumer needs to know about a station besides its audio. */
export type StationHead = {
  station: string;
  account: string;
  mount: string;
  name: string;
  description: string;
  genre: string;
  website: string;
  public: boolean;
  running: boolean;
  reason: string;
  /** Of two engines with the station, the higher one is right; missing where there was only one. */
  epoch?: number | undefined;
  format: StreamFormat;
  burst_ms: number;
  max_listeners: number | null;
  max_per_address: number | null;
  /** Missing when everyone may listen. */
  rules?: ListenerRules | undefined;
  /** Additional formats of the station. */
  outputs?: { aac: boolean; low_bitrate: number | null } | undefined;
  /** For an additional format: the station it is encoded from. */
  of?: string | undefined;
  hls: boolean;
  /** With HLS, once it sends; engines of the version before don't say it. */
  on_air?: OnAir | undefined;
  /** Settings of the broadcast logger. */
  log?: StationDesired['log'];
  /** Scheduled recordings, with their start and end times. */
  recordings?: StationDesired['recordings'];
  /** Phone numbers, for the calls process. */
  calls?: StationDesired['calls'];
};

/** The messages of the bus, in process and over a Unix socket. */
export type BusMessage =
  | { type: 'head'; head: StationHead }
  | { type: 'title'; station: string; number: number; title: string; url: string }
  | { type: 'batch'; batch: FrameBatch }
  /**
   * A break begins with the next batch, `at` µs of the station's audio clock, and lasts `ms` unless it is resumed
   * before: who has spots hears them instead of its frames.
   */
  | { type: 'break'; station: string; id: string; at: number; ms: number; kind: BreakKind }
  /** The break is over before the next batch, though spots may have more to play. */
  | { type: 'resume'; station: string; id: string; at: number }
  /** Disconnect the listeners of the station (restart, stop). */
  | { type: 'drop'; station: string; reason: string }
  /** Within an edge: the station's sound no longer arrives, as nobody listens. What follows does not continue it. */
  | { type: 'rest'; station: string }
  | { type: 'gone'; station: string };

export type BusConsumer = (message: BusMessage) => void;

/** Stations publish; consumers get every message from the moment they subscribe, heads and last titles first. */
export type Bus = {
  publish(message: BusMessage): void;
  /** Returns how to unsubscribe. */
  subscribe(consumer: BusConsumer): () => void;
};
