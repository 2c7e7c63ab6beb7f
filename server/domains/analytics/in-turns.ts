import { setImmediate as othersTurn } from 'node:timers/promises';

const atOnce = 500;

/** Hands out a long list piece by piece, with everybody else's turn between them: a full batch is no reason to wait for a page. */
export async function* inTurns<T>(list: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < list.length; from += atOnce) {
    if (from > 0) await othersTurn();
    yield list.slice(from, from + atOnce);
  }
}
