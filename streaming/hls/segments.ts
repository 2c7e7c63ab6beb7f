import type { FrameBatch } from '#streaming/bus/batch.ts';
import { minuteMs } from '#contract/time.ts';
import { timestampTag } from './timestamp.ts';

export type Segment = {
  sequence: number;
  /** Seconds of audio. */
  duration: number;
  codec: 'mp3' | 'aac';
  /** A discontinuity: its clock or format doesn't continue from the segment before. */
  isCut: boolean;
  bytes: Buffer;
};

export type Segmenter = {
  push(batch: FrameBatch, codec: 'mp3' | 'aac'): void;
  /** Marks a discontinuity; an unfinished segment is completed as it is. */
  cut(): void;
  /** Discards all audio. */
  clear(): void;
  /** The segments in the playlist, oldest first. */
  listed(): Segment[];
  /** A segment by its number, including those that just left the playlist. */
  find(sequence: number): Segment | undefined;
  /** How many discontinuities have left the playlist, counted from the initial value. */
  cutsBefore(): number;
};

export const longestSegment = 6;
const listedSegments = 6;
/** A player may have read its playlist just before a segment left it. */
const spareSegments = 2;
/** The first few are short, so that a station can be played soon after it starts. */
const shortSegments = 3;
const shortSegment = 2;
/** Clock differences below this are ignored, µs. */
const slack = 50_000;
/**
 * Sequence numbers start at the wall clock in these steps, ms: they never decrease across a restart, as segments are
 * longer.
 */
const msPerSequence = 2000;
/**
 * The discontinuity count starts at the process's start minute modulo this: different from before a restart, yet small,
 * as hls.js iterates over all lower numbers.
 */
const maxMinutes = 10_000;

/** Cuts a station's batches, which begin and end on frames, into segments of at most 6 s, and keeps the latest ones. */
export function createSegmenter(now: () => number = Date.now): Segmenter {
  const began = now();
  let sequence = Math.floor(began / msPerSequence);
  let cutsGone = Math.floor(began / minuteMs) % maxMinutes;
  let done: Segment[] = [];
  let finished = 0;
  let batches: FrameBatch[] = [];
  let codec: Segment['codec'] = 'mp3';
  let isCut = true;

  const pendingDuration = (): number => batches.reduce((sum, { duration }) => sum + duration, 0);

  function finish(): void {
    const first = batches[0];
    if (!first) return;
    const bytes = Buffer.concat([timestampTag(first.at), ...batches.map(({ data }) => data)]);
    done.push({ sequence: sequence++, duration: pendingDuration() / 1e6, codec, isCut, bytes });
    finished += 1;
    batches = [];
    isCut = false;
    while (done.length > listedSegments + spareSegments) done.shift();
    const unlisted = done[done.length - listedSegments - 1];
    if (unlisted?.isCut) cutsGone += 1;
  }

  function cut(): void {
    finish();
    isCut = true;
  }

  return {
    cut,
    push(batch, batchCodec) {
      const last = batches.at(-1);
      if (last && Math.abs(last.at + last.duration - batch.at) > slack) cut();
      if (batches.length > 0 && batchCodec !== codec) cut();
      const most = finished < shortSegments ? shortSegment : longestSegment;
      if (batches.length > 0 && pendingDuration() + batch.duration > most * 1e6) finish();
      codec = batchCodec;
      batches.push(batch);
    },
    clear() {
      cutsGone += done.slice(-listedSegments).filter((segment) => segment.isCut).length;
      done = [];
      batches = [];
      finished = 0;
      isCut = true;
    },
    listed: () => done.slice(-listedSegments),
    find: (wanted) => done.find((segment) => segment.sequence === wanted),
    cutsBefore: () => cutsGone,
  };
}
