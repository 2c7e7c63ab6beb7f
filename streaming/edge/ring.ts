import type { FrameBatch } from '#streaming/bus/batch.ts';

/** A batch and where its first byte stands in all that the station sent. */
export type Placed = { batch: FrameBatch; start: number };

export type Ring = {
  push(batch: FrameBatch): Placed;
  /** The youngest batches that together last `ms`, at least the last one. */
  burst(ms: number): Placed[];
  oldestTitle(): number | undefined;
  /** Where the next batch will begin. */
  end(): number;
  clear(): void;
};

const bytesAtMost = 4 * 1024 * 1024;

/** The last seconds of a station's sound, for the burst that a new listener begins with; `keepMs` may change. */
export function createRing(keepMs: () => number): Ring {
  let placed: Placed[] = [];
  let duration = 0;
  let bytes = 0;
  let end = 0;

  const isSpare = (oldest: Placed): boolean =>
    placed.length > 1 && (duration - oldest.batch.duration >= keepMs() * 1000 || bytes > bytesAtMost);
  const shed = (): void => {
    while (isSpare(placed[0]!)) {
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
      shed();
      return next;
    },
    burst(ms) {
      let from = placed.length;
      for (let lasting = 0; from > 0 && (from === placed.length || lasting < ms * 1000);) {
        from -= 1;
        lasting += placed[from]!.batch.duration;
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
}
