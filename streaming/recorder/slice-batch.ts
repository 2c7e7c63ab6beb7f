import type { FrameBatch } from '#streaming/bus/batch.ts';

/** Duration of each frame of a batch, ms. */
export const frameMsOf = ({ duration, offsets }: FrameBatch): number => duration / 1000 / offsets.length;

/** The frames from `first` to before `end` of a batch, as a batch. */
export const sliceBatch = (batch: FrameBatch, first: number, end: number): FrameBatch => {
  if (first === 0 && end === batch.offsets.length) return batch;
  const from = batch.offsets[first] ?? batch.data.length;
  const frame = batch.duration / batch.offsets.length;
  return {
    ...batch,
    at: batch.at + first * frame,
    duration: (end - first) * frame,
    offsets: batch.offsets.slice(first, end).map((offset) => offset - from),
    data: batch.data.subarray(from, batch.offsets[end] ?? batch.data.length),
  };
};
