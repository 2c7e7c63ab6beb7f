import type { FrameBatch } from '#streaming/bus/batch.ts';
import { cut, framesIn, lengthOf, type LaneBytes, type LaneFrames, type LaneSpot, type Return } from './lane-frames.ts';

/** What some listeners hear instead of the programme. */
export type Lane = {
  /** The same for every cohort of the lane; only what comes before the end of its spot, if that is within the batch. */
  take(batch: FrameBatch): LaneBytes;
  /** The lane from which each of its listeners gets the rest of a batch in which its spot ends; undefined for other batches. */
  after?(batch: FrameBatch): ((listener: Hearer) => Lane) | undefined;
  /** The lane of its listeners after a batch; undefined once they hear the programme and its frames are sent as they are. */
  next(): Lane | undefined;
};

/** A listener with the spots that follow the one they hear. */
export type Hearer = { ahead: readonly LaneSpot[] };

/** A lane of several spots in a row. */
export type PodLane = Lane & {
  /** The spots end at this frame of the break, though they have more to play. */
  end(frame: number): void;
};

export type PodLaneOptions = {
  /** Of the break: shared with its other lanes. */
  frames: LaneFrames;
  /** In the order in which they play, the first from the first frame of the break on. */
  spots: readonly LaneSpot[];
};

/**
 * Spots in a row as a replacement of the programme, frame for frame; after the last one it continues within the same
 * batch. Its first frames are sent such that they don't need those that were never sent.
 */
export const createLane = ({ frames, spots }: PodLaneOptions): PodLane => {
  let last = spots.reduce((sum, spot) => sum + lengthOf(spot), 0);
  /** The spot that plays, and the frame of the break with which it begins. */
  let [playing, start] = [0, 0];
  let back: Return | undefined;
  let latest: FrameBatch | undefined;
  let taken: LaneBytes | undefined;

  /** Moves to the spot that plays at a frame. */
  const reach = (frame: number): LaneSpot => {
    let spot = spots[playing]!;
    while (frame - start >= lengthOf(spot) && playing + 1 < spots.length) {
      start += lengthOf(spot);
      spot = spots[++playing]!;
    }
    return spot;
  };

  /** A batch in which a spot ends. */
  const mix = (batch: FrameBatch, first: number, count: number): LaneBytes => {
    const { id: title, block } = reach(first);
    const parts: Buffer[] = [];
    for (let at = first; at < first + count;) {
      const { rendition } = reach(at);
      const stop = Math.min(first + count - start, rendition.offsets.length);
      parts.push(framesIn(rendition, at - start, stop));
      at = start + stop;
    }
    if (count < batch.offsets.length) parts.push((back ??= frames.returnAt(last)).take(batch, count).data);
    return { data: Buffer.concat(parts), title, block };
  };

  const build = (batch: FrameBatch): LaneBytes => {
    const first = frames.enter(batch);
    const count = batch.offsets.length;
    const replaced = Math.min(Math.max(last - first, 0), count);
    if (replaced === 0) return (back ??= frames.returnAt(last)).take(batch, 0);
    const spot = reach(first);
    if (replaced === count && first - start + count <= lengthOf(spot))
      return cut(spot, first - start, first - start + count);
    return mix(batch, first, replaced);
  };

  const lane: PodLane = {
    take(batch) {
      if (batch !== latest || !taken) taken = build(batch);
      latest = batch;
      return taken;
    },
    next: () => (back?.isOver === true ? undefined : lane),
    end(frame) {
      last = Math.min(last, Math.max(0, frame));
    },
  };
  return lane;
};
