import type { FrameBatch } from '#streaming/bus/batch.ts';
import { cut, joinCuts, lengthOf, type LaneBytes, type LaneFrames, type LaneSpot } from './lane-frames.ts';
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

type Options = {
  /**
   * Whether a spot's frames may be sent with those of the next batch, by one write instead of two (ADR 48). Players that hold
   * back seconds of sound don't notice; nothing changes in what is sent.
   */
  mayWait: boolean;
};

export const createBreakLanes = (frames: LaneFrames, { mayWait }: Options): BreakLanes => {
  const byStart = new Map<number, Map<LaneSpot, Lane>>();
  let made = 0;
  const returning = new Map<number, Lane>();
  let last = Infinity;

  const laneOf = (spot: LaneSpot, start: number): Lane => {
    const lanes = byStart.get(start) ?? new Map<LaneSpot, Lane>();
    byStart.set(start, lanes);
    const known = lanes.get(spot);
    if (known) return known;
    const endOf = (): number => Math.min(start + lengthOf(spot), last);
    let latest: FrameBatch | undefined;
    let taken: LaneBytes | undefined;
    let waiting: LaneBytes | undefined;
    // Every other lane waits first, so that each batch is written to half of the listeners.
    let isNextToWait = made++ % 2 === 1;
    const build = (batch: FrameBatch): LaneBytes => {
      const first = frames.enter(batch);
      const until = first + batch.offsets.length;
      const own = cut(spot, Math.max(first, start) - start, Math.min(until, endOf()) - start);
      const all = waiting ? joinCuts(waiting, own) : own;
      const waits = mayWait && isNextToWait && until < endOf();
      isNextToWait = !waits;
      waiting = waits ? all : undefined;
      return waits ? cut(spot, 0, 0) : all;
    };
    const lane: Lane = {
      take(batch) {
        if (batch !== latest || !taken) taken = build(batch);
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
  };

  /** The first frame after a batch. */
  const untilOf = (batch: FrameBatch): number => frames.enter(batch) + batch.offsets.length;

  /** The lane of a listener whose spot ends at this frame. */
  const laneAfter = (listener: Hearer, end: number): Lane => {
    const [next, ...ahead] = listener.ahead;
    if (!next || end >= last) return returnLane(end);
    listener.ahead = ahead;
    return laneOf(next, end);
  };

  const returnLane = (from: number): Lane => {
    const known = returning.get(from);
    if (known) return known;
    const back = frames.returnAt(from);
    const lane: Lane = {
      take: (batch) => back.take(batch, Math.min(Math.max(from - frames.enter(batch), 0), batch.offsets.length)),
      next: () => (back.isOver ? undefined : lane),
    };
    returning.set(from, lane);
    return lane;
  };

  return {
    begin(listener, [spot, ...ahead]) {
      listener.ahead = ahead;
      return laneOf(spot!, 0);
    },
    end(frame) {
      last = Math.min(last, Math.max(0, frame));
    },
  };
};
