import type { StationDesired } from '#contract/engine.ts';
import type { Transitions } from '#streaming/autodj/transitions.ts';
import type { Scheduler } from '#streaming/clock/scheduler.ts';
import type { AirState, AttachResult, Clock, EncoderHello, EncoderLink, StationsOptions } from './air.ts';

/** One station, as those who hold it see it. */
export type Station = {
  readonly desired: StationDesired;
  readonly state: AirState;
  apply(desired: StationDesired): void;
  restart(): void;
  kick(reason: string): void;
  attach(link: EncoderLink, hello: EncoderHello): AttachResult;
  retitle(title: string, url: string): boolean;
  close(): void;
};

export type StationOptions = StationsOptions & {
  clock: Clock;
  scheduler: Scheduler;
  transitions: Transitions | undefined;
};
