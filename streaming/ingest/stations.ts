import type { StationDesired } from '#contract/engine/engine.ts';
import type { Converters } from '#streaming/adapt/converters.ts';
import type { AttachResult, EncoderHello, EncoderLink } from '#streaming/base/encoder-link.ts';
import type { AirState, StationKey } from '#streaming/base/station-state.ts';

/** All stations of this engine, on the air or not. */
export type Stations = {
  /** Conversions of encoders that send another format. */
  readonly converters: Converters;
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
  /** Sets the title of the connected encoder; false if none is connected, or that of another than this presenter. */
  retitle(key: StationKey, title: string, url: string, presenter?: string): boolean;
  stop(): Promise<void>;
};
