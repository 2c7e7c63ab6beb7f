import type {
  AutoDjItem,
  EncoderState,
  PlayEvent,
  SourceEvent,
  StationDesired,
  StationState,
  StreamFormat,
} from '#contract/engine.ts';
import type { SavedProgress } from '#streaming/autodj/saved-progress.ts';
import type { Transitions } from '#streaming/autodj/transitions.ts';
import type { Converters } from '#streaming/adapt/converters.ts';
import type { Bus } from '#streaming/bus/batch.ts';
import type { Frame } from '#streaming/frames/frame.ts';

export type StationKey = StationDesired['key'];

/** What the sound path knows of a station; who listens is the edge's to add. */
export type AirState = Omit<StationState, 'listeners'>;

/** Where the Auto DJ of a station stands; kept over a restart of the engine. */
export type Position = {
  generation: number;
  /** The key of the track, and where it stood in the list. */
  track: AutoDjItem['key'];
  index: number;
  /** How often the shuffled list has been through. */
  round: number;
  /** Bytes into the track's file. */
  offset: number;
  /** What more there is where jingles, day-parts or separation decide. */
  progress?: SavedProgress;
};

/** Milliseconds that never jump; the difference of two readings is all that counts. */
export type Clock = { now(): number };

/** Structured log, as pino's. */
export type Log = {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
};

export type StationsOptions = {
  bus: Bus;
  clock?: Clock;
  /** Renditions live below this folder; nothing outside is ever read. */
  mediaDir: string;
  /** Where transitions between tracks are kept; without it tracks are joined plainly. */
  transitionsDir?: string;
  /** How many conversions may run at once. */
  maxAdapt: number;
  /** The path of ffmpeg, or null where there is none: then nothing is converted. */
  ffmpeg: string | null;
  /** Where Liquidsoap is; without it automation is said to be missing. */
  liquidsoap?: string | null;
  /** How many stations may have automation running at once. */
  maxAutomation?: number;
  /** Whether somebody's stream may be fetched from this address; without it from every public one. */
  mayDial?(address: string): boolean;
  /** The loudness of an excerpt of whole frames, LUFS. */
  measure?(sound: Buffer, codec: StreamFormat['codec']): Promise<number>;
  record(event: PlayEvent | SourceEvent): void;
  changed(state: AirState): void;
  positions: {
    load(key: StationKey): Position | undefined;
    save(key: StationKey, position: Position): void;
  };
  log?: Log;
};

/** What a sender tells of itself when it connects. */
export type EncoderHello = { ip: string; user_agent: string; name: string };

/** What the station may ask of a connected sender's link. */
export type EncoderLink = {
  /** The lead is back under its bound: read on. */
  resume(): void;
  /** The station's format changed: frames must fit the new one from now on. */
  reformat(): void;
  /** Close the connection. */
  drop(reason: string): void;
};

/** The station's side of a connected sender. */
export type EncoderInput = {
  readonly format: StreamFormat;
  /** ms of sound received and not yet on the air. */
  readonly lead: number;
  /** Bytes have begun to arrive: from here on the encoder proves steady. */
  begin(): void;
  push(frame: Frame): void;
  /** A frame before all others that is not to be heard: an encoder's lead-in. */
  skip(frame: Frame): void;
  describe(encoder: Omit<EncoderState, 'ip' | 'user_agent' | 'since'>): void;
  title(title: string, url: string): void;
  end(reason: string): void;
};

export type AttachResult = { input: EncoderInput } | { refused: 'unknown' | 'stopped' | 'in_use'; reason: string };

/** All stations of this engine, on the air or not. */
export type Stations = {
  /** Conversions of what encoders send in another format. */
  readonly converters: Converters;
  /** How often two tracks were mixed, by a mix made or one that was there, or joined plainly as none was ready. */
  readonly transitions: Transitions['figures'] | undefined;
  /** Idempotent; the sound goes on without a gap unless the format changes. */
  apply(desired: StationDesired): void;
  remove(key: StationKey): void;
  restart(key: StationKey): void;
  kick(key: StationKey): void;
  state(key: StationKey): AirState | undefined;
  states(): AirState[];
  desired(key: StationKey): StationDesired | undefined;
  findByMount(mount: string): StationDesired | undefined;
  /** Takes an encoder whose credentials were checked. */
  attach(key: StationKey, link: EncoderLink, hello: EncoderHello): AttachResult;
  /** The title for what the connected encoder plays; false where none is connected. */
  retitle(key: StationKey, title: string, url: string): boolean;
  stop(): Promise<void>;
};
