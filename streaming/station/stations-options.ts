import type { PlayEvent, SourceEvent, StreamFormat } from '#contract/engine/engine.ts';
import type { SavedControl } from '#streaming/autodj/manual-control.ts';
import type { Position } from '#streaming/autodj/position.ts';
import type { Clock } from '#streaming/base/clock.ts';
import type { Log } from '#streaming/base/log.ts';
import type { AirState, StationKey } from '#streaming/base/station-state.ts';
import type { Bus } from '#streaming/bus/batch.ts';
import type { Media } from '#streaming/media/media.ts';
import type { StationAds } from './breaks.ts';

export type StationsOptions = {
  bus: Bus;
  clock?: Clock;
  /** The time of day, ms since the epoch, for the hours of presenters. */
  now?(): number;
  media: Media;
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
  /** What people did by hand; without it, it lasts as long as the process. */
  manual?: { find(key: string): SavedControl | undefined; save(saved: SavedControl): Promise<void> };
  /** Without it stations make no breaks. */
  ads?: StationAds;
  log?: Log;
};
