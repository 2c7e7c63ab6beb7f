import type { AutoDjItem, StationDesired, StreamFormat } from '#contract/engine/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import { silenceOf } from '#streaming/frames/silence.ts';
import type { Media } from '#streaming/media/media.ts';
import { openTrack, type TrackReader } from './track-reader.ts';

/** What listeners without a spot hear while a break of the Auto DJ lasts. */
type Bed = {
  /** The next frame; undefined while the disk is slow. */
  pull(): Frame | undefined;
  isOver(): boolean;
  close(): void;
};

type Options = {
  autodj: StationDesired['autodj'];
  media: Media;
  format: StreamFormat;
  /** How long it lasts, ms. */
  ms: number;
};

/**
 * Plays jingles, shuffled, for exactly the length of a break; on a station without jingles, the beginning of tracks.
 * With nothing readable it is silent.
 */
const openBed = ({ autodj, media, format, ms }: Options): Bed => {
  const silence = silenceOf(format).frame;
  const jingles = [...(autodj.jingles ?? []), ...autodj.items.filter(({ kind }) => kind === 'jingle')];
  const items = (jingles.length > 0 ? jingles : autodj.items).map((item) => ({ item, order: Math.random() }));
  const waiting: AutoDjItem[] = items.sort((a, b) => a.order - b.order).map(({ item }) => item);
  let left = Math.round((ms * format.sample_rate) / 1000 / silence.samples);
  let failures = 0;
  let reader: TrackReader | undefined;

  /** The longest one that still fits, or else the next one. */
  const take = (): AutoDjItem | undefined => {
    const leftMs = (left * silence.samples * 1000) / format.sample_rate;
    const at = Math.max(
      0,
      waiting.findIndex(({ duration_ms }) => duration_ms <= leftMs),
    );
    const [item] = waiting.splice(at, 1);
    if (item) waiting.push(item);
    return item;
  };
  const openNext = (): void => {
    if (reader?.failure() ?? reader?.late()) failures += 1;
    reader?.close();
    const item = failures < items.length ? take() : undefined;
    reader = item && openTrack(item, media, format, 0, () => undefined);
  };
  openNext();

  return {
    pull() {
      if (left <= 0) return undefined;
      if (reader?.status() === 'done' || reader?.late() !== undefined) openNext();
      const frame = reader ? reader.pull() : silence;
      if (frame) left -= 1;
      return frame;
    },
    isOver: () => left <= 0,
    close: () => reader?.close(),
  };
};

/** The beds of an Auto DJ, one break after the other. */
export type Beds = {
  set(autodj: StationDesired['autodj']): void;
  /** Plays a bed of so many ms from the next frame on; 0 ends it. */
  play(ms: number): void;
  pull(): Frame | undefined;
  isOver(): boolean;
  isPlaying(): boolean;
};

export const createBeds = ({ media, format }: Pick<Options, 'media' | 'format'>): Beds => {
  let autodj: StationDesired['autodj'] | undefined;
  let bed: Bed | undefined;
  return {
    set: (next) => void (autodj = next),
    play(ms) {
      bed?.close();
      bed = autodj && ms > 0 ? openBed({ autodj, media, format, ms }) : undefined;
    },
    pull: () => bed?.pull(),
    isOver: () => bed?.isOver() ?? false,
    isPlaying: () => bed !== undefined,
  };
};
