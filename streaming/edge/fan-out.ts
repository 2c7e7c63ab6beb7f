import type { FrameBatch } from '#streaming/bus/batch.ts';
import { bytesFor, type BlockOf, type Built, type Cohort, type Cohorts, type Listener } from './cohorts.ts';
import type { PlacedBatch } from './ring.ts';
import type { WritePool } from './write-pool.ts';

type Options = {
  cohorts: Cohorts;
  pool: WritePool;
  blockOf: BlockOf;
  /** Bytes that may wait for one listener; with more it is slow. */
  unsentAtMost(): number;
  slow(listener: Listener): void;
  /** A listener's spot ends within the batch, and the lane that they leave has been sent. */
  changes?(listener: Listener, batch: FrameBatch): void;
  perTurn: number;
};

/**
 * Returns what writes batch `number` to every listener of a station who has not got it yet, as the same buffer to each of a
 * cohort. Yields after some.
 */
export const createFanOut = (options: Options): ((placed: PlacedBatch, number: number) => Generator<void>) => {
  const { cohorts, pool, blockOf, perTurn } = options;
  const ends = createEndsJoin();

  const checkUnsent = (listener: Listener, bytes: Buffer, limit: number): void => {
    pool.keep(bytes);
    if (listener.socket.writableLength > limit) options.slow(listener);
  };

  return function* (placed, number) {
    const { batch } = placed;
    const limit = options.unsentAtMost();
    const move = cohorts.startMoving();
    const builtFor = (cohort: Cohort): Built => {
      if (cohort.built?.placed === placed) return cohort.built;
      const bytes = bytesFor(cohort, placed, blockOf, pool.join);
      return (cohort.built = { placed, bytes, after: cohort.lane?.after?.(batch) });
    };
    /** What a listener gets in all lanes through which they come in this batch. */
    const bytesOfParts = (listener: Listener): Buffer => {
      const parts: Buffer[] = [];
      for (;;) {
        const { bytes, after } = builtFor(listener.cohort);
        parts.push(bytes);
        if (!after) return ends.join(parts);
        options.changes?.(listener, batch);
        move(listener, after(listener));
      }
    };

    const writeTo = (listener: Listener): void => {
      listener.seen = number;
      const { bytes: own, after } = builtFor(listener.cohort);
      const bytes = after ? bytesOfParts(listener) : own;
      if (bytes.length === 0) return;
      listener.socket.write(bytes);
      listener.session.bytes += bytes.length;
      if (listener.socket.writableLength === 0) return;
      if (after) ends.keep();
      checkUnsent(listener, bytes, limit);
    };

    const listeners = cohorts.listeners();
    for (let from = 0; from < listeners.length; from += perTurn) {
      if (from > 0) yield;
      for (const listener of listeners.slice(from, from + perTurn))
        if (listener.seen < number && !listener.isGone) writeTo(listener);
    }
  };
};

/**
 * Joins the parts of a batch for one listener, as one write costs much less than two. The memory is used again for the next
 * listener, unless a socket still holds it.
 */
const createEndsJoin = (): { join(parts: readonly Buffer[]): Buffer; keep(): void } => {
  let memory = Buffer.alloc(0);
  return {
    join(parts) {
      let [length, used] = [0, 0];
      for (const part of parts) length += part.length;
      if (memory.length < length) memory = Buffer.allocUnsafeSlow(length);
      for (const part of parts) used += part.copy(memory, used);
      return memory.subarray(0, length);
    },
    keep: () => void (memory = Buffer.alloc(0)),
  };
};
