import type { FrameBatch } from '#streaming/bus/batch.ts';

/** Where a frame of a batch begins, µs of the station's audio clock; of one after the last: where the batch ends. */
export const frameAt = (
  { at, duration, offsets }: Pick<FrameBatch, 'at' | 'duration' | 'offsets'>,
  frame: number,
): number => at + Math.round((frame * duration) / offsets.length);

/**
 * A batch up to the last frame that begins before `line` (µs of the station's audio clock), and its other frames, if there are any. The same at
 * every edge, as it depends on nothing else.
 */
export const splitBatch = (batch: FrameBatch, line: number): [FrameBatch, FrameBatch | undefined] => {
  const { at, duration, offsets, data } = batch;
  let count = offsets.length;
  while (count > 1 && frameAt(batch, count - 1) >= line) count -= 1;
  const [end, byte] = [frameAt(batch, count), offsets[count]];
  if (byte === undefined) return [batch, undefined];
  return [
    { ...batch, duration: end - at, offsets: offsets.slice(0, count), data: data.subarray(0, byte) },
    {
      ...batch,
      ...{ at: end, duration: at + duration - end },
      ...{ offsets: offsets.slice(count).map((offset) => offset - byte), data: data.subarray(byte) },
    },
  ];
};

/** Consecutive batches as the engine sent them: those that were split are one again. */
export const joinParts = (batches: readonly FrameBatch[]): FrameBatch[] => {
  const joined: FrameBatch[] = [];
  for (const batch of batches) {
    const last = joined.at(-1);
    if (last?.seq === batch.seq) joined.splice(-1, 1, joinTwo(last, batch));
    else joined.push(batch);
  }
  return joined;
};

const joinTwo = (one: FrameBatch, next: FrameBatch): FrameBatch => ({
  ...one,
  duration: one.duration + next.duration,
  offsets: [...one.offsets, ...next.offsets.map((offset) => offset + one.data.length)],
  data: Buffer.concat([one.data, next.data]),
});
