import type { Rendition } from '#streaming/ads/spot-files.ts';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import { createSpliceGuard } from '#streaming/frames/splice.ts';

/** A spot with the metadata block shown while it plays. `id`: also the block's number, below −1. */
export type LaneSpot = { readonly id: number; readonly rendition: Rendition; readonly block: Buffer };

/** What listeners get instead of a batch, and the metadata block of what plays at its first frame. */
export type LaneBytes = {
  readonly data: Buffer;
  readonly title: number;
  readonly block: Buffer | undefined;
  /** The same with metadata, by the place and the kind of its first block. */
  interleaved?: Map<number, Buffer>;
};

/** The programme after the spots, from some frame of the break on. */
export type Return = {
  /** The current batch from one of its frames on, such that nothing is missing that was never sent. */
  take(batch: FrameBatch, fromFrame: number): LaneBytes;
  /** From now on its frames are sent as they are. */
  readonly isOver: boolean;
};

/**
 * The frames of a break as its lanes need them: what several lanes send of one spot, or of the programme after their
 * spots, is prepared once.
 */
export type LaneFrames = {
  /** The frame of the break with which this batch begins; Infinity before the break. */
  enter(batch: FrameBatch): number;
  /** The programme from frame `at` of the break on. */
  returnAt(at: number): Return;
};

export type BreakFormat = {
  codec: 'mp3' | 'aac';
  /** µs of the station's audio clock at the first frame of the break. */
  from: number;
  /** µs of one frame, and its samples. */
  frameUs: number;
  samples: number;
};

/** Frames after which a decoder has everything that MP3 frames may borrow, also at the lowest bit rate. */
export const settledAfter = 12;

/** Which frames replace a batch follows from the batch's clock, so a lost batch shifts nothing. */
export const createLaneFrames = ({ codec, from, frameUs, samples }: BreakFormat): LaneFrames => {
  const returns = new Map<number, Return>();
  let current: FrameBatch | undefined;
  let first = 0;
  /** Batches before the current one, with the frames that it may borrow from. */
  let recent: FrameBatch[] = [];

  const createReturn = (): Return => {
    const guard = createSpliceGuard(codec);
    let returned = 0;
    let latest: FrameBatch | undefined;
    let bytes: LaneBytes | undefined;

    const build = (batch: FrameBatch, fromFrame: number): Buffer => {
      if (returned >= settledAfter && fromFrame === 0) return batch.data;
      const frames = framesOf(batch, samples);
      if (returned === 0) {
        const before = [...recent.flatMap((one) => framesOf(one, samples)), ...frames.slice(0, fromFrame)];
        for (const frame of before.slice(-settledAfter)) guard.skip(frame);
      }
      const parts = frames.slice(fromFrame).map((frame) => {
        const { buffer, start, end } = returned++ < settledAfter ? guard.pass(frame) : frame;
        return buffer.subarray(start, end);
      });
      return Buffer.concat(parts);
    };
    return {
      take(batch, fromFrame) {
        if (batch !== latest || !bytes) {
          latest = batch;
          bytes = { data: build(batch, fromFrame), title: batch.title, block: undefined };
        }
        return bytes;
      },
      get isOver() {
        return returned >= settledAfter;
      },
    };
  };

  return {
    enter(batch) {
      if (batch === current) return first;
      if (current)
        recent = current.offsets.length >= settledAfter ? [current] : [...recent, current].slice(-settledAfter);
      current = batch;
      first = batch.at < from ? Infinity : Math.round((batch.at - from) / frameUs);
      return first;
    },
    returnAt(at) {
      const known = returns.get(at) ?? createReturn();
      returns.set(at, known);
      return known;
    },
  };
};

/** Some frames of a spot. */
export const cut = ({ id, rendition, block }: LaneSpot, from: number, to: number): LaneBytes => ({
  data: framesIn(rendition, from, to),
  title: id,
  block,
});

/** Frames of a spot and those that follow them, without a copy where they lie side by side. */
export const joinCuts = (one: LaneBytes, next: LaneBytes): LaneBytes => {
  const [a, b] = [one.data, next.data];
  const isAdjacent = a.buffer === b.buffer && a.byteOffset + a.length === b.byteOffset;
  const data = isAdjacent ? Buffer.from(a.buffer, a.byteOffset, a.length + b.length) : Buffer.concat([a, b]);
  return { data, title: one.title, block: one.block };
};

export const lengthOf = ({ rendition }: LaneSpot): number => rendition.offsets.length;

/** Some frames of a spot, without a copy. */
export const framesIn = ({ data, offsets }: Rendition, from: number, to: number): Buffer =>
  from < to ? data.subarray(offsets[from], offsets[to] ?? data.length) : data.subarray(0, 0);

const framesOf = ({ offsets, data }: FrameBatch, samples: number): Frame[] =>
  offsets.map((start, at) => ({ buffer: data, start, end: offsets[at + 1] ?? data.length, samples }));
