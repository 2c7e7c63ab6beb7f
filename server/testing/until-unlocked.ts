import { runInTurn } from '#server/kernel/db/run-exclusive.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** Waits until nobody does this work: a killed process holds its lock until the database learns of the death. */
export const untilUnlocked = async (db: Db, what: string): Promise<void> =>
  await runInTurn(db, what, () => Promise.resolve());
