import { setImmediate as immediate } from 'node:timers/promises';

const chunkSize = 500;

/** Yields a long list in chunks and lets other tasks run between them, so that a full batch does not delay requests. */
export async function* chunksWithYield<T>(list: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < list.length; from += chunkSize) {
    if (from > 0) await immediate();
    yield list.slice(from, from + chunkSize);
  }
}
