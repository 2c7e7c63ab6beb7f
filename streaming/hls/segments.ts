import type { FrameBatch } from '#streaming/bus/batch.ts';
import { minuteMs } from '#contract/rules/time.ts';
import { segmentsOf, type SegmentMarks } from './segment-marks.ts';
import { timestampTag } from './timestamp.ts';

export type Segment = {
  sequence: number;
  /** Seconds of audio. */
  duration: number;
  codec: 'mp3' | 'aac';
  /** A discontinuity: its clock or format doesn't continue from the segment before. */
  isCut: boolean;
  /** The station's audio clock at its first sample, µs. */
  at: number;
  /** When its first batch was emitted: the wall clock, ms since the epoch. */
  begun: number;
  bytes: Buffer;
  /** What it consists of, as parts of `bytes`, and before that enough to replace its first frames. */
  batches: { before: readonly FrameBatch[]; own: readonly FrameBatch[] };
};

export type Segmenter = {
  push(batch: FrameBatch, codec: 'mp3' | 'aac'): void;
  /** Marks a discontinuity; an unfinished segment is completed as it is. */
  cut(): void;
  /**
   * Completes an unfinished segment as it is, so that the next one begins with the next batch. False if there have
   * been too many short ones.
   */
  split(): boolean;
  /** The number of the next segment. */
  next(): number;
  /** Where it cuts, for another process. */
  marks(): SegmentMarks;
  /** Cuts its audio as another process did, and continues its numbers, if it has the same audio. */
  continue(marks: SegmentMarks): void;
  /** Discards all audio. */
  clear(): void;
  /** The segments in the playlist, oldest first. */
  listed(): Segment[];
  /** The latest of them that continue each other; none if the next segment doesn't continue them. */
  continuous(): Segment[];
  /** The batches of these and of the segment that is not complete yet. */
  recent(): FrameBatch[];
  /** Those and the ones that just left the playlist. */
  kept(): readonly Segment[];
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
 * Sequence numbers start at the wall clock in these steps, ms: they never decrease across a restart, as segments are longer on
 * average. Even the short ones of a station that has just started leave numbers for those that breaks shorten.
 */
const msPerSequence = 1000;
/**
 * The discontinuity count starts at the process's start minute modulo this: different from before a restart, yet small,
 * as hls.js iterates over all lower numbers.
 */
const maxMinutes = 10_000;
/** Frames kept from before a segment: twice as many as a decoder may need to have all that MP3 frames borrow. */
const framesBefore = 24;

/** Cuts a station's batches, which begin and end on frames, into segments of at most 6 s, and keeps the latest ones. */
export const createSegmenter = (now: () => number = Date.now): Segmenter => {
  const began = now();
  let firstSequence = Math.floor(began / msPerSequence);
  let sequence = firstSequence;
  let cutsGone = Math.floor(began / minuteMs) % maxMinutes;
  let done: Segment[] = [];
  let finished = 0;
  let batches: FrameBatch[] = [];
  let codec: Segment['codec'] = 'mp3';
  let begun = began;
  let isCut = true;
  let pushed = 0;
  let end = 0;
  let before: FrameBatch[] = [];

  const pendingDuration = (): number => batches.reduce((sum, { duration }) => sum + duration, 0);

  const finish = (): void => {
    const first = batches[0];
    if (!first) return;
    end = first.at + pendingDuration();
    const tag = timestampTag(first.at);
    const bytes = Buffer.concat([tag, ...batches.map(({ data }) => data)]);
    const own = partsOf(bytes.subarray(tag.length), batches);
    const duration = pendingDuration() / 1e6;
    done.push({ sequence: sequence++, duration, codec, isCut, at: first.at, begun, bytes, batches: { before, own } });
    before = lastFrames([...before, ...own]);
    finished += 1;
    batches = [];
    isCut = false;
    while (done.length > listedSegments + spareSegments) done.shift();
    const unlisted = done[done.length - listedSegments - 1];
    if (unlisted?.isCut) cutsGone += 1;
  };

  const cut = (): void => {
    finish();
    isCut = true;
    before = [];
  };

  const listed = (): Segment[] => done.slice(-listedSegments);
  const continuous = (): Segment[] => {
    const all = isCut ? [] : listed();
    const from = all.findLastIndex((segment) => segment.isCut);
    return from < 0 ? all : all.slice(from);
  };

  /** Segments that are shorter on average would use numbers of the time after a restart. */
  const hasNumberLeft = (): boolean => (sequence + 1 - firstSequence) * msPerSequence * 1000 <= pushed;

  const push = (batch: FrameBatch, batchCodec: 'mp3' | 'aac'): void => {
    const last = batches.at(-1);
    if (last && Math.abs(last.at + last.duration - batch.at) > slack) cut();
    if (batches.length > 0 && batchCodec !== codec) cut();
    const most = finished < shortSegments ? shortSegment : longestSegment;
    if (batches.length > 0 && pendingDuration() + batch.duration > most * 1e6) finish();
    codec = batchCodec;
    if (batches.length === 0) begun = now() - (batch.ago ?? 0);
    batches.push(batch);
    pushed += batch.duration;
  };
  const recent = (): FrameBatch[] => [...continuous().flatMap((segment) => segment.batches.own), ...batches];

  return {
    cut,
    split() {
      if (batches.length > 0 && !hasNumberLeft()) return false;
      finish();
      return true;
    },
    next: () => sequence,
    push,
    marks: () => ({
      firstSequence,
      next: { sequence, at: batches[0]?.at, begun, isCut },
      done: done.map(({ sequence: number, at, begun: since, isCut: is }) => ({
        ...{ sequence: number, at, begun: since, isCut: is },
      })),
      ...{ end, cutsGone, finished, pushed: pushed - pendingDuration() },
    }),
    continue(marks) {
      const found = segmentsOf(marks, recent());
      if (!found) return;
      const [first] = found.segments;
      const skipped = marks.done
        .slice(-listedSegments)
        .filter((one) => one.isCut && one.sequence < first!.mark.sequence);
      [done, batches, before] = [[], [], []];
      for (const { mark, own } of found.segments) {
        ({ sequence, isCut, begun } = mark);
        batches = own;
        finish();
      }
      ({ firstSequence, finished, pushed } = marks);
      ({ sequence, isCut } = marks.next);
      cutsGone = marks.cutsGone + skipped.length;
      for (const batch of found.rest) push(batch, codec);
      if (batches[0]?.at === marks.next.at) begun = marks.next.begun;
    },
    clear() {
      cutsGone += listed().filter((segment) => segment.isCut).length;
      done = [];
      batches = [];
      before = [];
      finished = 0;
      isCut = true;
    },
    listed,
    continuous,
    recent,
    kept: () => done,
    find: (wanted) => done.find((segment) => segment.sequence === wanted),
    cutsBefore: () => cutsGone,
  };
};

/** The same batches in the memory of their segment. */
const partsOf = (sound: Buffer, batches: readonly FrameBatch[]): FrameBatch[] => {
  let end = 0;
  return batches.map((batch) => ({ ...batch, data: sound.subarray(end, (end += batch.data.length)) }));
};

/** The latest batches with as many frames as are needed before a segment. */
const lastFrames = (batches: FrameBatch[]): FrameBatch[] => {
  let from = batches.length;
  for (let frames = 0; from > 0 && frames < framesBefore;) frames += batches[--from]!.offsets.length;
  return batches.slice(from);
};
