import type { FrameBatch, OnAir } from '#streaming/bus/batch.ts';
import { joinParts, splitBatch } from './batch-parts.ts';
import { nextOnAir } from './on-air.ts';
import { segmentAt, segmentEnd } from './segment-grid.ts';
import { timestampTag } from './timestamp.ts';

export type Segment = {
  sequence: number;
  /** Of the time on the air to which it belongs: with the number the same sound at every edge. */
  since: number;
  /** Seconds of audio. */
  duration: number;
  codec: 'mp3' | 'aac';
  /** It doesn't continue a segment that is known here. */
  isCut: boolean;
  /** Its discontinuity number: another one than before where clock or format change. */
  cuts: number;
  /** The station's audio clock at its first sample, µs. */
  at: number;
  /** When its first sample was due: the wall clock, ms since the epoch. */
  begun: number;
  bytes: Buffer;
  /** What it consists of, as parts of `bytes`, and before that enough to replace its first frames. */
  batches: { before: readonly FrameBatch[]; own: readonly FrameBatch[] };
};

export type Segmenter = {
  /** What follows belongs to this time on the air; without one, to one of our own. Returns whether it is another one than before. */
  begin(onAir: OnAir | undefined): boolean;
  push(batch: FrameBatch, codec: 'mp3' | 'aac'): void;
  /** The audio ends here, until more of it or another time on the air comes. */
  cut(): void;
  /** Discards all audio. */
  clear(): void;
  /** The number of the next segment. */
  next(): number;
  /** The number of the newest segment, complete or not. */
  last(): number;
  /** The segment with the batch that comes next, `at` µs of the station's audio clock; undefined if it can't be complete here. */
  coming(at: number): number | undefined;
  /** Whether a segment, by its number and time on the air, is complete in a moment. */
  isDue(sequence: number, since: number): boolean;
  /** The segments in the playlist, oldest first: each continues the number of the one before. */
  listed(): Segment[];
  /** The latest of them that continue each other; none if the next segment doesn't continue them. */
  continuous(): Segment[];
  /** The batches of these, some from before, and those of the segment that is not complete yet. */
  recent(): FrameBatch[];
  /** Those in the playlist and the ones that just left it. */
  kept(): readonly Segment[];
  /** One of these, by its number and time on the air. */
  find(sequence: number, since: number): Segment | undefined;
};

const listedSegments = 6;
/** A player may have read its playlist just before a segment left it. */
const spareSegments = 2;
/** Batches are rounded to µs: one that begins later than the one before ended follows one that was lost. */
const slack = 1000;
/** Frames kept from before a segment: twice as many as a decoder may need to have all that MP3 frames borrow. */
const framesBefore = 24;

/**
 * Cuts a station's batches, which begin and end on frames, into segments at the same places of its audio clock at every edge, and keeps the
 * latest ones. A segment of which something is missing here is none.
 */
export const createSegmenter = (now: () => number = Date.now): Segmenter => {
  let announced: OnAir | undefined;
  let onAir: OnAir | undefined;
  let latest: OnAir | undefined;
  /** The segment that is not complete yet: its number, batches and format, and whether nothing of it is missing so far. */
  let [number, batches, isWhole] = [0, [] as FrameBatch[], false];
  let codec: Segment['codec'] = 'mp3';
  /** Where the last batch ended, µs of the station's audio clock. */
  let end: number | undefined;
  /** The segment that is not complete yet continues none; its end is where the audio ends. */
  let [isCut, isEnded] = [true, false];
  let before: FrameBatch[] = [];
  let done: Segment[] = [];

  const complete = ({ at, since, cuts }: OnAir, first: FrameBatch): FrameBatch[] => {
    const tag = timestampTag(first.at);
    const bytes = Buffer.concat([tag, ...batches.map(({ data }) => data)]);
    const own = partsOf(bytes.subarray(tag.length), batches);
    done.push({
      ...{ sequence: number, since, codec, isCut, cuts, at: first.at, begun: since + (first.at - at) / 1000 },
      ...{ duration: own.reduce((sum, { duration }) => sum + duration, 0) / 1e6, bytes, batches: { before, own } },
    });
    isCut = false;
    if (done.length > listedSegments + spareSegments) done.shift();
    return own;
  };
  const finish = (): void => {
    if (!onAir || !batches[0]) return;
    const own = isWhole ? complete(onAir, batches[0]) : batches;
    before = lastFrames([...before, ...own]);
    batches = [];
    number += 1;
  };
  const discard = (): void => {
    [batches, before, isCut, end] = [[], [], true, undefined];
  };
  const set = (next: OnAir | undefined): void => {
    onAir = next;
    latest = next ?? latest;
    number = next?.segment ?? number;
    [before, isCut, isEnded, end] = [[], true, false, undefined];
  };
  /** One of our own, of an engine that announces none. */
  const own = (batch: FrameBatch): OnAir =>
    nextOnAir(batch.at, now() - (batch.ago ?? 0), latest && { ...latest, next: number });
  const breakOff = (): void => {
    if (announced) return discard();
    finish();
    set(undefined);
  };
  /** The number of the segment in which a frame at this place begins. */
  const numberAt = ({ at, segment }: OnAir, place: number): number =>
    Math.max(number, segment + segmentAt(Math.max(place - at, 0)));
  const isNext = (at: number): boolean => end !== undefined && Math.abs(at - end) <= slack;

  const add = (air: OnAir, part: FrameBatch, follows: boolean): void => {
    const at = numberAt(air, part.at);
    if (at !== number) finish();
    number = at;
    if (batches.length === 0) isWhole = follows;
    const line = air.at + segmentEnd(number - air.segment);
    const [first, rest] = splitBatch(part, line);
    batches.push(first);
    // What comes next begins at the line or after it.
    if (first.at + first.duration >= line) finish();
    if (rest) add(air, rest, true);
  };
  const listed = (): Segment[] => {
    const from = done.findLastIndex(({ sequence }, at) => at > 0 && sequence !== done[at - 1]!.sequence + 1);
    return done.slice(Math.max(from, 0)).slice(-listedSegments);
  };
  const continuous = (): Segment[] => {
    const all = isCut || isEnded ? [] : listed();
    const from = all.findLastIndex((segment) => segment.isCut);
    return from < 0 ? all : all.slice(from);
  };

  return {
    begin(next) {
      if (next?.since === announced?.since && next?.at === announced?.at) return false;
      // Where the next time on the air begins at the end of the one before, its last segment is whole, though short.
      if (announced && next && isNext(next.at)) finish();
      announced = next;
      batches = [];
      set(next);
      return true;
    },
    push(batch, batchCodec) {
      if (onAir && batch.at < onAir.at - slack) return;
      if (end !== undefined && !isNext(batch.at)) breakOff();
      const air = onAir ?? own(batch);
      if (!onAir) set(air);
      isEnded = false;
      codec = batchCodec;
      add(air, batch, isNext(batch.at) || batch.at <= air.at + slack);
      end = batch.at + batch.duration;
    },
    cut() {
      isEnded = true;
      if (!announced) breakOff();
    },
    clear() {
      discard();
      done = [];
      if (!announced) onAir = undefined;
    },
    next: () => number,
    last: () => (batches.length > 0 ? number : number - 1),
    coming(at) {
      if (!onAir || !isNext(at)) return undefined;
      const coming = numberAt(onAir, at);
      return batches.length === 0 || coming > number || isWhole ? coming : undefined;
    },
    isDue: (sequence, since) => since === onAir?.since && sequence >= number && sequence <= number + 1,
    listed,
    continuous,
    recent() {
      const all = continuous();
      const first = all[0] ? all[0].batches.before : before;
      return joinParts([...first, ...all.flatMap((segment) => segment.batches.own), ...batches]);
    },
    kept: () => done,
    find: (sequence, since) => done.find((segment) => segment.sequence === sequence && segment.since === since),
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
