import type { AutoDjItem, StationDesired, StreamFormat } from '#contract/engine/engine.ts';
import type { AirRefusal } from '#contract/engine/engine-air.ts';
import type { Clock } from '#streaming/base/clock.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { Media } from '#streaming/media/media.ts';
import type { ManualControl } from './manual-control.ts';
import type { Position } from './position.ts';
import type { Transitions } from './transitions.ts';

export type AutoDjOptions = {
  station: string;
  media: Media;
  format: StreamFormat;
  clock: Clock;
  position: Position | undefined;
  /** The queue, and whether to stop; without it nothing is done by hand. */
  manual?: ManualControl | undefined;
  /** Mixes the end of a track with the beginning of the next; without it they are joined without overlap. */
  transitions?: Transitions | undefined;
  /** The first frame of a track was pulled; `why` as in a PlayEvent. */
  started(item: AutoDjItem, why: string): void;
  /** Between two tracks: how long a break is to be made here, ms. */
  betweenTracks?(): number | undefined;
  /** Whether a break would be made between two tracks in so many ms: they are not mixed then. */
  isBreakDue?(inMs: number): boolean;
  /** A track continues after a break. */
  resumed?(): void;
  /** A track could not be read and is skipped this time. */
  skipped(item: AutoDjItem, reason: string): void;
  /** The file of a track whose turn has come has not arrived from the portal. */
  late?(item: AutoDjItem, reason: string): void;
};

export type AutoDj = {
  apply(autodj: StationDesired['autodj']): void;
  pull(): Frame | undefined;
  /** `ready`: has audio; `reading`: will have it in a moment; `empty`: has nothing to play for now. */
  status(): 'ready' | 'reading' | 'empty';
  /** The track of the last frame, and why it was selected. */
  track(): AutoDjItem | undefined;
  why(): string;
  /** The upcoming tracks, three at most. */
  next(): AutoDjItem[];
  position(): Position | undefined;
  /** Plays jingles for a break of so many ms from the next frame on, then what was to play; 0 ends it. */
  playBed(ms: number): void;
  /** Plays the next track as soon as its file is open; `already` if it is about to, or why it can't. */
  skip(): Extract<AirRefusal, 'break' | 'nothingElse'> | 'already' | undefined;
  /** Selects the next track again, after a change of the queue or of the stop; false if it is being mixed already. */
  reselect(): boolean;
  /** Restarts from the first track. */
  restart(): void;
  close(): void;
};
