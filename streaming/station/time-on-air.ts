import type { FrameBatch, OnAir } from '#streaming/bus/batch.ts';
import { frameAt } from '#streaming/hls/batch-parts.ts';
import { nextOnAir } from '#streaming/hls/on-air.ts';
import { segmentAt } from '#streaming/hls/segment-grid.ts';

/** The time on the air of a station with HLS, for all its edges alike. */
export type TimeOnAir = {
  current(): OnAir | undefined;
  /** The station was shut down: another one begins with its next batch. */
  end(): void;
  /**
   * A batch is about to be sent; `zero`: when the station's first sample would have been due on its clock as it runs now, ms of `now`'s. Returns
   * whether another time on the air begins with it.
   */
  follow(batch: Pick<FrameBatch, 'at' | 'duration' | 'offsets'>, zero: number): boolean;
};

/** The clock stood still for longer than this: dates of segments would be off. */
const shiftMs = 2000;

/** Without HLS there is none. */
export const createTimeOnAir = (isWanted: () => boolean): TimeOnAir => {
  let current: OnAir | undefined;
  let last: OnAir | undefined;
  /** The number of the segment after the one with the last frame. */
  let next = 0;
  let zeroAtBegin = 0;
  let isOver = false;

  return {
    current: () => current,
    end: () => void (isOver = true),
    follow(batch, zero) {
      if (!isWanted()) {
        current = undefined;
        return false;
      }
      const isSame = current !== undefined && !isOver && zero - zeroAtBegin <= shiftMs;
      if (!isSame) {
        last = nextOnAir(batch.at, zero + batch.at / 1000, last && { ...last, next });
        [current, zeroAtBegin, isOver] = [last, zero, false];
      }
      const { at, segment } = last!;
      next = segment + segmentAt(frameAt(batch, batch.offsets.length - 1) - at) + 1;
      return !isSame;
    },
  };
};
