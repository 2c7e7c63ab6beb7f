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

/** The audio path's view of a station; the edge adds the listeners. */
export type AirState = Omit<StationState, 'listeners'>;

/** The position of a station's Auto DJ, which survives a restart of the engine. */
export type Position = {
  generation: number;
  /** The key of the track, and its index in the list. */
  track: AutoDjItem['key'];
  index: number;
  /** How often the shuffled list has been played through. */
  round: number;
  /** File offset in the track, bytes. */
  offset: number;
  /** Additional progress with jingles, day-parts or separation. */
  progress?: SavedProgress;
};

/** Monotonic milliseconds; only differences are meaningful. */
export type Clock = { now(): number };

/** A structured log, like pino's. */
export type Log = {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
};

export type StationsOptions = {
  bus: Bus;
  clock?: Clock;
  /** Renditions are below this folder; nothing outside is ever read. */
  mediaDir: string;
  /** The cache of transitions between tracks; without it tracks are joined plainly. */
  transitionsDir?: string;
  /** The most concurrent conversions. */
  maxAdapt: number;
  /** Path of ffmpeg, or null: then nothing is converted. */
  ffmpeg: string | null;
  /** Path of Liquidsoap; without it automation is reported as missing. */
  liquidsoap?: string | null;
  /** The most stations with automation running. */
  maxAutomation?: number;
  /** Whether a stream may be fetched from this IP address; by default from every public one. */
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

/** A sender's description of itself when it connects. */
export type EncoderHello = { ip: string; user_agent: string; name: string };

/** Requests from the station to a connected sender's link. */
export type EncoderLink = {
  /** The lead is below its limit again: continue reading. */
  resume(): void;
  /** The station's format changed: frames must fit the new one. */
  reformat(): void;
  /** Close the connection. */
  drop(reason: string): void;
};

/** The station's side of a connected sender. */
export type EncoderInput = {
  readonly format: StreamFormat;
  /** ms of audio received and not yet on the air. */
  readonly lead: number;
  /** The first bytes arrived: the encoder's steadiness is measured from here. */
  begin(): void;
  push(frame: Frame): void;
  /** A leading frame that must not be played: an encoder's lead-in. */
  skip(frame: Frame): void;
  describe(encoder: Omit<EncoderState, 'ip' | 'user_agent' | 'since'>): void;
  title(title: string, url: string): void;
  end(reason: string): void;
};

export type AttachResult = { input: EncoderInput } | { refused: 'unknown' | 'stopped' | 'in_use'; reason: string };

/** All stations of this engine, on the air or not. */
export type Stations = {
  /** Conversions of encoders that send another format. */
  readonly converters: Converters;
  /** Counts of transitions: rendered, reused from the cache, and missed because none was ready. */
  readonly transitions: Transitions['counts'] | undefined;
  /** Idempotent; playback continues without a gap unless the format changes. */
  apply(desired: StationDesired): void;
  remove(key: StationKey): void;
  restart(key: StationKey): void;
  kick(key: StationKey): void;
  state(key: StationKey): AirState | undefined;
  states(): AirState[];
  desired(key: StationKey): StationDesired | undefined;
  findByMount(mount: string): StationDesired | undefined;
  /** Connects an encoder whose credentials were checked. */
  attach(key: StationKey, link: EncoderLink, hello: EncoderHello): AttachResult;
  /** Sets the title of the connected encoder; false if none is connected. */
  retitle(key: StationKey, title: string, url: string): boolean;
  stop(): Promise<void>;
};
