import type { FrameBatch } from '#streaming/bus/batch.ts';
import type { Segment } from './segments.ts';

/** Where a process cuts a station's audio into segments: enough for another one with the same batches to continue. */
export type SegmentMarks = {
  firstSequence: number;
  /** Of the segment that is not complete yet; `at` is missing while nothing is in it. */
  next: { sequence: number; at: number | undefined; begun: number; isCut: boolean };
  /** Complete segments, oldest first. */
  done: Pick<Segment, 'sequence' | 'at' | 'begun' | 'isCut'>[];
  /** Where the last of them ends, µs. */
  end: number;
  cutsGone: number;
  finished: number;
  /** µs of audio in all complete segments so far. */
  pushed: number;
};

/** Batches are rounded to µs. */
const slack = 1000;

type Found = { mark: SegmentMarks['done'][number]; own: FrameBatch[] };

/**
 * The latest complete segments that can be made of these consecutive batches, oldest first, and what of the batches is in none; undefined if they
 * can't continue the last one.
 */
export const segmentsOf = (
  { done, next, end }: SegmentMarks,
  batches: readonly FrameBatch[],
): { segments: Found[]; rest: FrameBatch[] } | undefined => {
  const restAt = next.at ?? end;
  const endOf = (batch: FrameBatch): number => batch.at + batch.duration;
  const isAt = (at: number, place: number): boolean => Math.abs(at - place) <= slack;
  const between = (from: number, to: number): FrameBatch[] =>
    batches.filter(({ at }) => at >= from - slack && at < to - slack);
  const segments: Found[] = [];
  let to = restAt;
  for (const mark of done.toReversed()) {
    const own = between(mark.at, to);
    const isWhole = own.length > 0 && isAt(own[0]!.at, mark.at) && isAt(endOf(own.at(-1)!), to);
    if (!isWhole || next.isCut) break;
    segments.unshift({ mark, own });
    to = mark.at;
    if (mark.isCut) break;
  }
  return segments.length > 0 ? { segments, rest: between(restAt, Infinity) } : undefined;
};
