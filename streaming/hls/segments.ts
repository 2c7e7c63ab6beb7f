import type { FrameBatch } from '#streaming/bus/batch.ts';
import { timestampTag } from './timestamp.ts';

export type Segment = {
  sequence: number;
  /** Seconds of sound. */
  duration: number;
  codec: 'mp3' | 'aac';
  /** Its clock or its format doesn't follow from the one before. */
  isCut: boolean;
  bytes: Buffer;
};

export type Segmenter = {
  push(batch: FrameBatch, codec: 'mp3' | 'aac'): void;
  /** What follows doesn't continue what was; the sound of an unfinished segment is given out as it is. */
  cut(): void;
  /** Forgets all sound. */
  clear(): void;
  /** Those a playlist names, oldest first. */
  listed(): Segment[];
  /** A segment by its number; those that just left the playlist are still had. */
  find(sequence: number): Segment | undefined;
  /** How many cuts have left the playlist, from where it began to count. */
  cutsBefore(): number;
};

export const longestSegment = 6;
const listedSegments = 6;
/** A player may have read its playlist just before a segment left it. */
const spareSegments = 2;
/** The first few are short, so that a station can be heard soon after it began. */
const shortSegments = 3;
const shortSegment = 2;
/** Clocks that differ by less are one, µs. */
const slack = 50_000;
/** Sequences begin at the wall clock in these steps, ms: they never go back over a restart, as segments last longer. */
const msPerSequence = 2000;
/** Cuts are counted from the minute the process began in, of so many: another one than before a restart, yet small, as hls.js walks through all numbers below. */
const minuteMs = 60_000;
const mostMinutes = 10_000;

/** Cuts a station's batches, which begin and end on frames, to segments of at most 6 s, and keeps the last ones. */
export function createSegmenter(now: () => number = Date.now): Segmenter {
  const began = now();
  let sequence = Math.floor(began / msPerSequence);
  let gone = Math.floor(began / minuteMs) % mostMinutes;
  let done: Segment[] = [];
  let made = 0;
  let batches: FrameBatch[] = [];
  let codec: Segment['codec'] = 'mp3';
  let isCut = true;

  const lasting = (): number => batches.reduce((sum, { duration }) => sum + duration, 0);

  function finish(): void {
    const first = batches[0];
    if (!first) return;
    const bytes = Buffer.concat([timestampTag(first.at), ...batches.map(({ data }) => data)]);
    done.push({ sequence: sequence++, duration: lasting() / 1e6, codec, isCut, bytes });
    made += 1;
    batches = [];
    isCut = false;
    while (done.length > listedSegments + spareSegments) done.shift();
    const unlisted = done[done.length - listedSegments - 1];
    if (unlisted?.isCut) gone += 1;
  }

  function cut(): void {
    finish();
    isCut = true;
  }

  return {
    cut,
    push(batch, itsCodec) {
      const last = batches.at(-1);
      if (last && Math.abs(last.at + last.duration - batch.at) > slack) cut();
      if (batches.length > 0 && itsCodec !== codec) cut();
      const most = made < shortSegments ? shortSegment : longestSegment;
      if (batches.length > 0 && lasting() + batch.duration > most * 1e6) finish();
      codec = itsCodec;
      batches.push(batch);
    },
    clear() {
      gone += done.slice(-listedSegments).filter((segment) => segment.isCut).length;
      done = [];
      batches = [];
      made = 0;
      isCut = true;
    },
    listed: () => done.slice(-listedSegments),
    find: (wanted) => done.find((segment) => segment.sequence === wanted),
    cutsBefore: () => gone,
  };
}
