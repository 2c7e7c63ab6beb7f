import type { FrameBatch } from '#streaming/bus/batch.ts';

/** A batch and the position of its first byte in the station's whole output. */
export type PlacedBatch = { batch: FrameBatch; start: number };

/** A place in a station's audio: after this batch. `at` tells it from one with this number in another run of the engine. */
export type Place = Pick<FrameBatch, 'seq' | 'at'>;

export type Ring = {
  push(batch: FrameBatch): PlacedBatch;
  /** The latest batches that together last `ms`, at least the last one. */
  burst(ms: number): PlacedBatch[];
  /**
   * The batches after a place; `later`: its batch has not come yet; `gone`: what follows it is no longer here. None if the
   * engine was started again since.
   */
  after(place: Place): PlacedBatch[] | 'later' | 'gone';
  latest(): PlacedBatch | undefined;
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
    after({ seq, at }) {
      const [oldest, latest] = [placed[0], placed.at(-1)];
      if (!oldest || !latest || latest.batch.seq < seq) return 'later';
      if (oldest.batch.seq === seq + 1) return [...placed];
      const index = placed.findIndex(({ batch }) => batch.seq === seq);
      if (index < 0) return 'gone';
      return placed[index]!.batch.at === at ? placed.slice(index + 1) : [];
    },
    latest: () => placed.at(-1),
    oldestTitle: () => placed[0]?.batch.title,
    end: () => end,
    clear() {
      placed = [];
      duration = 0;
      bytes = 0;
    },
  };
};
