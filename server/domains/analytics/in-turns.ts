import { setImmediate as othersTurn } from 'node:timers/promises';

const atOnce = 500;

/** Yields a long list in chunks and lets other tasks run between them, so that a full batch does not delay requests. */
export async function* inTurns<T>(list: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < list.length; from += atOnce) {
    if (from > 0) await othersTurn();
    yield list.slice(from, from + atOnce);
  }
}
