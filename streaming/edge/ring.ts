import type { FrameBatch } from '#streaming/bus/batch.ts';

/** A batch and the position of its first byte in the station's whole output. */
export type PlacedBatch = { batch: FrameBatch; start: number };

export type Ring = {
  push(batch: FrameBatch): PlacedBatch;
  /** The latest batches that together last `ms`, at least the last one. */
  burst(ms: number): PlacedBatch[];
  oldestTitle(): number | undefined;
  /** Position at which the next batch will start. */
  end(): number;
  clear(): void;
};

const bytesAtMost = 4 * 1024 * 1024;

/** The last seconds of a station's audio, for the burst sent to new listeners; the result of `keepMs` may change. */
export const createRing = (keepMs: () => number): Ring => {
  let placed: PlacedBatch[] = [];
  let duration = 0;
  let bytes = 0;
  let end = 0;

  const isExcess = (oldest: PlacedBatch): boolean =>
    placed.length > 1 && (duration - oldest.batch.duration >= keepMs() * 1000 || bytes > bytesAtMost);
  const trim = (): void => {
    while (isExcess(placed[0]!)) {
      const { batch } = placed.shift()!;
      duration -= batch.duration;
      bytes -= batch.data.length;
    }
  };
  return {
    push(batch) {
      const next = { batch, start: end };
      placed.push(next);
      duration += batch.duration;
      bytes += batch.data.length;
      end += batch.data.length;
      trim();
      return next;
    },
    burst(ms) {
      let from = placed.length;
      for (let total = 0; from > 0 && (from === placed.length || total < ms * 1000);) {
        from -= 1;
        total += placed[from]!.batch.duration;
      }
      return placed.slice(from);
    },
    oldestTitle: () => placed[0]?.batch.title,
    end: () => end,
    clear() {
      placed = [];
      duration = 0;
      bytes = 0;
    },
  };
};
