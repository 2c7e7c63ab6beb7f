import type { FrameBatch } from '#streaming/bus/batch.ts';
import { lengthOf, type LaneFrames, type LaneSpot, type Return } from './lane-frames.ts';
import { createLane, type Hearer, type Lane } from './lanes.ts';
import type { Join } from './write-pool.ts';

/**
 * The lanes of a station's break. A lane is a spot and the frame at which it begins: listeners who hear the same spot at the
 * same time share it until the spot ends, whatever each of them heard before and hears next.
 */
export type BreakLanes = {
  /** The lane of the first of these spots; the listener hears the others after it. */
  begin(listener: Hearer, spots: readonly LaneSpot[]): Lane;
  /** Cuts all spots at this frame of the break. */
  end(frame: number): void;
};

/** `join` joins bytes that are written before the next batch. */
export function createBreakLanes(frames: LaneFrames, join: Join): BreakLanes {
  const byStart = new Map<number, Map<LaneSpot, Lane>>();
  const returning = new Map<Return, Lane>();
  /** Lanes of the current batch only, in which listeners change from one spot to the next. */
  const between = new Map<string, Lane>();
  let latest: FrameBatch | undefined;
  let last = Infinity;

  function laneOf(spot: LaneSpot, start: number): Lane {
    const lanes = byStart.get(start) ?? new Map<LaneSpot, Lane>();
    byStart.set(start, lanes);
    const known = lanes.get(spot);
    if (known) return known;
    const end = start + lengthOf(spot);
    const lane: Lane = {
      take: (batch) => frames.cut(spot, frames.enter(batch) - start, batch.offsets.length),
      part(batch) {
        const until = frames.enter(batch) + batch.offsets.length;
        if (until <= Math.min(end, last)) return undefined;
        return (listener) => changeAt(batch, spot, start, until, listener);
      },
      next: () => lane,
    };
    lanes.set(spot, lane);
    return lane;
  }

  /** The lane of a listener for a batch that ends at frame `until`, in which their spot ends. */
  function changeAt(batch: FrameBatch, spot: LaneSpot, start: number, until: number, listener: Hearer): Lane {
    if (batch !== latest) between.clear();
    latest = batch;
    const spots = [spot];
    let end = start + lengthOf(spot);
    for (const next of listener.ahead) {
      if (end >= Math.min(until, last)) break;
      spots.push(next);
      end += lengthOf(next);
    }
    listener.ahead = listener.ahead.slice(spots.length - 1);
    const key = `${start} ${spots.map(({ id }) => id).join()}`;
    const known = between.get(key) ?? changeOver(spots, start, until);
    between.set(key, known);
    return known;
  }

  function changeOver(spots: readonly LaneSpot[], start: number, until: number): Lane {
    const lane = createLane({ frames, spots, start, join });
    lane.end(last);
    return {
      take: lane.take,
      next() {
        const playing = lane.before(until);
        if (playing) return laneOf(playing.spot, playing.start);
        return lane.back && returnLane(lane.back);
      },
    };
  }

  function returnLane(back: Return): Lane | undefined {
    if (back.isOver) return undefined;
    const known = returning.get(back);
    if (known) return known;
    const lane: Lane = {
      take: (batch) => back.take(batch, 0),
      next: () => (back.isOver ? undefined : lane),
    };
    returning.set(back, lane);
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
