import type { FrameBatch } from '#streaming/bus/batch.ts';
import { cut, lengthOf, type LaneBytes, type LaneFrames, type LaneSpot } from './lane-frames.ts';
import type { Hearer, Lane } from './lanes.ts';

/**
 * The lanes of a station's break. A lane is a spot and the frame at which it begins: listeners who hear the same spot at the
 * same time share it until the spot ends, whatever each of them heard before and hears next. Each gets the rest of that batch
 * from the lane of their next spot, or of the programme after their last one.
 */
export type BreakLanes = {
  /** The lane of the first of these spots; the listener hears the others after it. */
  begin(listener: Hearer, spots: readonly LaneSpot[]): Lane;
  /** Cuts all spots at this frame of the break. */
  end(frame: number): void;
};

export function createBreakLanes(frames: LaneFrames): BreakLanes {
  const byStart = new Map<number, Map<LaneSpot, Lane>>();
  const returning = new Map<number, Lane>();
  let last = Infinity;

  function laneOf(spot: LaneSpot, start: number): Lane {
    const lanes = byStart.get(start) ?? new Map<LaneSpot, Lane>();
    byStart.set(start, lanes);
    const known = lanes.get(spot);
    if (known) return known;
    const endOf = (): number => Math.min(start + lengthOf(spot), last);
    let latest: FrameBatch | undefined;
    let taken: LaneBytes | undefined;
    const lane: Lane = {
      take(batch) {
        const first = frames.enter(batch);
        const to = Math.min(first + batch.offsets.length, endOf());
        if (batch !== latest || !taken) taken = cut(spot, Math.max(first, start) - start, to - start);
        latest = batch;
        return taken;
      },
      after(batch) {
        const end = endOf();
        return untilOf(batch) > end ? (listener) => laneAfter(listener, end) : undefined;
      },
      next: () => lane,
    };
    lanes.set(spot, lane);
    return lane;
  }

  /** The first frame after a batch. */
  const untilOf = (batch: FrameBatch): number => frames.enter(batch) + batch.offsets.length;

  /** The lane of a listener whose spot ends at this frame. */
  function laneAfter(listener: Hearer, end: number): Lane {
    const [next, ...ahead] = listener.ahead;
    if (!next || end >= last) return returnLane(end);
    listener.ahead = ahead;
    return laneOf(next, end);
  }

  function returnLane(from: number): Lane {
    const known = returning.get(from);
    if (known) return known;
    const back = frames.returnAt(from);
    const lane: Lane = {
      take: (batch) => back.take(batch, Math.min(Math.max(from - frames.enter(batch), 0), batch.offsets.length)),
      next: () => (back.isOver ? undefined : lane),
    };
    returning.set(from, lane);
    return lane;
  }

  return {
    begin(listener, [spot, ...ahead]) {
      listener.ahead = ahead;
      return laneOf(spot!, 0);
    },
    end(frame) {
      last = Math.min(last, Math.max(0, frame));
    },
  };
}
