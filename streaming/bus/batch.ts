import type { StationDesired, StreamFormat } from '#contract/engine.ts';
import type { ListenerRules } from '#contract/listener-rules.ts';

/** Consecutive whole frames of one station: what every consumer (edge, HLS, recorder, relay) reads. */
export type FrameBatch = {
  station: string;
  /** Counts up by one per batch while the engine runs; a gap tells a consumer that it lost some. */
  seq: number;
  /** The station's audio clock at the first frame, µs since the station began. */
  at: number;
  /** µs of sound in this batch. */
  duration: number;
  /** Where each frame begins in `data`. */
  offsets: readonly number[];
  data: Buffer;
  /** The number of the title that holds from the first frame of this batch on. */
  title: number;
};

/** What a consumer must know of a station besides its sound. */
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
  format: StreamFormat;
  burst_ms: number;
  max_listeners: number | null;
  max_per_address: number | null;
  /** Missing where everybody may listen. */
  rules?: ListenerRules | undefined;
  /** Other formats it is heard in. */
  outputs?: { aac: boolean; low_bitrate: number | null } | undefined;
  /** Of another format: the station it is made of. */
  of?: string | undefined;
  hls: boolean;
  /** How what goes out is to be kept. */
  log?: StationDesired['log'];
  /** What of it is recorded from one moment to another. */
  recordings?: StationDesired['recordings'];
};

/** The messages of the bus, in process and over a Unix socket alike. */
export type BusMessage =
  | { type: 'head'; head: StationHead }
  | { type: 'title'; station: string; number: number; title: string; url: string }
  | { type: 'batch'; batch: FrameBatch }
  /** Listeners of the station are to be let go (restart, stop). */
  | { type: 'drop'; station: string; reason: string }
  | { type: 'gone'; station: string };

export type BusConsumer = (message: BusMessage) => void;

/** Stations publish; consumers get every message from the moment they subscribe, heads and last titles first. */
export type Bus = {
  publish(message: BusMessage): void;
  /** Returns how to leave. */
  subscribe(consumer: BusConsumer): () => void;
};
