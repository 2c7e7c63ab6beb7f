import type { FrameBatch } from '#streaming/bus/batch.ts';
import { bytesFor, type BlockOf, type Cohort, type Cohorts, type Listener } from './cohorts.ts';
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
export function createFanOut(options: Options): (placed: PlacedBatch, number: number) => Generator<void> {
  const { cohorts, pool, blockOf, perTurn } = options;

  function checkUnsent(listener: Listener, parts: readonly Buffer[], limit: number): void {
    for (const bytes of parts) pool.keep(bytes);
    if (listener.socket.writableLength > limit) options.slow(listener);
  }

  return function* (placed, number) {
    const { batch } = placed;
    const limit = options.unsentAtMost();
    const move = cohorts.startMoving();
    const built = new Map<Cohort, Buffer>();
    const bytesOf = (cohort: Cohort): Buffer => {
      const known = built.get(cohort);
      if (known) return known;
      const bytes = bytesFor(cohort, placed, blockOf, pool.join);
      built.set(cohort, bytes);
      return bytes;
    };
    /** At once what a listener gets in each of the lanes through which they come in this batch. */
    const writeParts = (listener: Listener): void => {
      const { socket, session } = listener;
      const parts: Buffer[] = [];
      socket.cork();
      for (;;) {
        const bytes = bytesOf(listener.cohort);
        if (bytes.length > 0) socket.write(bytes);
        session.bytes += bytes.length;
        parts.push(bytes);
        const laneAfter = listener.cohort.lane?.after?.(batch);
        if (!laneAfter) break;
        options.changes?.(listener, batch);
        move(listener, laneAfter(listener));
      }
      socket.uncork();
      if (socket.writableLength > 0) checkUnsent(listener, parts, limit);
    };

    let written = 0;
    for (const cohort of cohorts.all()) {
      const bytes = bytesOf(cohort);
      const isParting = cohort.lane?.after?.(batch) !== undefined;
      for (const listener of cohort.listeners) {
        if (listener.seen >= number) continue;
        listener.seen = number;
        if (isParting) writeParts(listener);
        else {
          listener.socket.write(bytes);
          listener.session.bytes += bytes.length;
          if (listener.socket.writableLength > 0) checkUnsent(listener, [bytes], limit);
        }
        if (++written % perTurn === 0) yield;
      }
    }
  };
}
