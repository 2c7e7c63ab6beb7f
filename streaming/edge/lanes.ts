import type { Rendition } from '#streaming/ads/spot-files.ts';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import { createSpliceGuard } from '#streaming/frames/splice.ts';

/** What listeners in a lane get instead of a batch, and the metadata block of what plays at its first frame. */
export type LaneBytes = { data: Buffer; title: number; block: Buffer | undefined };

/** The spots of some listeners, which replace the frames of a break one for one. */
export type Lane = {
  readonly id: number;
  /** The same for every cohort of the lane. */
  take(batch: FrameBatch): LaneBytes;
  /** The break ends here, µs of the station's audio clock, though spots have more to play. */
  end(at: number): void;
  /** The programme plays again, and its frames need no more care. */
  readonly isOver: boolean;
};

export type LaneOptions = {
  id: number;
  codec: 'mp3' | 'aac';
  /** µs of the station's audio clock at the first frame of the break. */
  from: number;
  /** µs of one frame, and its samples. */
  frameUs: number;
  samples: number;
  /** In the order in which they play, each with the metadata block shown meanwhile. */
  spots: readonly { rendition: Rendition; block: Buffer }[];
};

/** Frames after which a decoder has everything that MP3 frames may borrow, also at the lowest bit rate. */
export const settledAfter = 12;

/**
 * Spots in a row as a replacement of the programme. Which frames replace a batch follows from the batch's clock, so a
 * lost batch shifts nothing; after the last spot the programme continues within the same batch. Its first frames are
 * sent such that they don't need those that were never sent.
 */
export function createLane({ id, codec, from, frameUs, samples, spots }: LaneOptions): Lane {
  const starts = spots.reduce<number[]>(
    (all, _, at) => [...all, at === 0 ? 0 : all[at - 1]! + lengthOf(spots[at - 1]!)],
    [],
  );
  const guard = createSpliceGuard(codec);
  let last = spots.reduce((sum, spot) => sum + lengthOf(spot), 0);
  /** Batches that were replaced last, with the frames that the programme's next ones may borrow from. */
  let recent: FrameBatch[] = [];
  let returned = 0;
  let latest: FrameBatch | undefined;
  let bytes: LaneBytes | undefined;

  const spotAt = (frame: number): number => starts.findLastIndex((start) => start <= frame);

  /** The frames `first` to `end` of all spots, without a copy where they are of one spot. */
  function slices(first: number, end: number): Buffer[] {
    const parts: Buffer[] = [];
    for (let at = first; at < end;) {
      const index = spotAt(at);
      const { offsets, data } = spots[index]!.rendition;
      const own = at - starts[index]!;
      const stop = Math.min(own + end - at, offsets.length);
      parts.push(data.subarray(offsets[own], offsets[stop] ?? data.length));
      at += stop - own;
    }
    return parts;
  }

  /** The programme from a frame of the batch on. */
  function programme(batch: FrameBatch, fromFrame: number): Buffer[] {
    const frames = framesOf(batch, samples);
    if (returned === 0) {
      const before = [...recent.flatMap((one) => framesOf(one, samples)), ...frames.slice(0, fromFrame)];
      for (const frame of before.slice(-settledAfter)) guard.skip(frame);
      recent = [];
    }
    const parts: Buffer[] = [];
    for (const frame of frames.slice(fromFrame)) {
      const sent = returned++ < settledAfter ? guard.pass(frame) : frame;
      parts.push(sent.buffer.subarray(sent.start, sent.end));
    }
    return parts;
  }

  function build(batch: FrameBatch): LaneBytes {
    // Before the break only after the station's clock started over: the lane has ended then.
    const first = batch.at < from ? last : Math.round((batch.at - from) / frameUs);
    const count = batch.offsets.length;
    const replaced = Math.min(Math.max(last - first, 0), count);
    if (replaced === count) recent = count >= settledAfter ? [batch] : [...recent, batch].slice(-settledAfter);
    const parts = replaced > 0 ? slices(first, first + replaced) : [];
    if (replaced < count) parts.push(...programme(batch, replaced));
    const data = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    if (replaced === 0) return { data, title: batch.title, block: undefined };
    const index = spotAt(first);
    // Below zero, as the titles of stations count from zero.
    return { data, title: -1 - id * 100 - index, block: spots[index]!.block };
  }

  return {
    id,
    take(batch) {
      if (batch !== latest || !bytes) {
        latest = batch;
        bytes = build(batch);
      }
      return bytes;
    },
    end(at) {
      last = Math.min(last, Math.max(0, Math.round((at - from) / frameUs)));
    },
    get isOver() {
      return returned >= settledAfter;
    },
  };
}

const lengthOf = ({ rendition }: { rendition: Rendition }): number => rendition.offsets.length;

const framesOf = ({ offsets, data }: FrameBatch, samples: number): Frame[] =>
  offsets.map((start, at) => ({ buffer: data, start, end: offsets[at + 1] ?? data.length, samples }));
