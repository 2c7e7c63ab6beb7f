import { sql } from 'kysely';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';

/* Files of storage that nothing names any more, or not yet: a row says from when on they may go. */

const dayMs = 24 * 3_600_000;
const batch = 500;

/**
 * Says that a file is going to be written: whoever names it takes the word back in the same transaction, and where that never
 * happens it goes a day later.
 */
export const announceFile = async (db: Db | Tx, file: string, now: Date): Promise<void> => {
  await loosen(db, [file], new Date(now.getTime() + dayMs));
};

/** The file has its place. */
export const keepFiles = async (tx: Tx, files: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('loose_files')
    .where('file', '=', sql<string>`any(${[...files]})`)
    .execute();
};

/** These are of no use a day from now: who is fetching one gets all of it. */
export const dropTomorrow = async (tx: Db | Tx, files: readonly (string | null)[], now: Date): Promise<void> =>
  await loosen(tx, files, new Date(now.getTime() + dayMs));

/** These are of no use. */
export const dropNow = async (tx: Db | Tx, files: readonly (string | null)[], now: Date): Promise<void> =>
  await loosen(tx, files, now);

/** Removes what is due; a file that went before its row is no mistake. */
export const removeLooseFiles = async ({
  db,
  storage,
  clock,
}: Pick<Kernel, 'db' | 'storage' | 'clock'>): Promise<void> => {
  for (;;) {
    const due = await db
      .selectFrom('loose_files')
      .select('file')
      .where('remove_after', '<=', clock.now())
      .limit(batch)
      .execute();
    for (const { file } of due) {
      await storage.remove(file);
      await db.deleteFrom('loose_files').where('file', '=', file).execute();
    }
    if (due.length < batch) return;
  }
};

const loosen = async (db: Db | Tx, files: readonly (string | null)[], remove_after: Date): Promise<void> => {
  const rows = files.filter((file) => file !== null).map((file) => ({ file, remove_after }));
  if (rows.length === 0) return;
  await db
    .insertInto('loose_files')
    .values(rows)
    .onConflict((conflict) => conflict.column('file').doUpdateSet({ remove_after }))
    .execute();
};
