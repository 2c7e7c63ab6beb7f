import type { StationDesired } from '#contract/engine/engine.ts';
import type { Transitions } from '#streaming/autodj/transitions.ts';
import type { Scheduler } from '#streaming/clock/scheduler.ts';
import type { AttachResult, EncoderHello, EncoderLink } from '#streaming/base/encoder-link.ts';
import type { AirState } from '#streaming/base/station-state.ts';
import type { StationCommands } from './commands.ts';
import type { StationsOptions } from './stations-options.ts';
import type { StartedBreak } from './breaks.ts';
import type { PullDependencies } from './slot.ts';

/** One station, as seen by its callers. */
export type Station = {
  readonly desired: StationDesired;
  readonly state: AirState;
  /** Whether it plays anything other than silence. */
  hasAudio(): boolean;
  apply(desired: StationDesired): void;
  restart(): void;
  kick(reason: string): void;
  readonly commands: StationCommands;
  attach(link: EncoderLink, hello: EncoderHello): AttachResult;
  retitle(title: string, url: string, presenter?: string): boolean;
  /** Makes a break now; the reason if it can't. */
  startBreak(seconds: number): StartedBreak | string;
  close(): void;
};

export type StationOptions = StationsOptions &
  Omit<PullDependencies, 'desired' | 'mayTry'> & { scheduler: Scheduler; transitions: Transitions | undefined };
