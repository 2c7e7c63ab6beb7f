import { sql } from 'kysely';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import { dayMs } from '#contract/rules/time.ts';

/* Files in storage that no row references any more, or not yet; `remove_after` is when they are deleted. */

const batch = 500;

/**
 * Registers a file before it is written. The transaction that references it unregisters it (`keepFiles`); if that never
 * happens, the file is removed a day later.
 */
export const registerFile = async (db: Db | Tx, file: string, now: Date): Promise<void> => {
  await schedule(db, [file], new Date(now.getTime() + dayMs));
};

/** Unregisters files that are now referenced. */
export const claimFiles = async (tx: Tx, files: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('orphaned_files')
    .where('file', '=', sql<string>`any(${[...files]})`)
    .execute();
};

/** Removes files a day from now, so that downloads in progress can finish. */
export const removeFilesTomorrow = async (tx: Db | Tx, files: readonly (string | null)[], now: Date): Promise<void> =>
  await schedule(tx, files, new Date(now.getTime() + dayMs));

/** Removes files with the next run of `removeLooseFiles`. */
export const removeFilesSoon = async (tx: Db | Tx, files: readonly (string | null)[], now: Date): Promise<void> =>
  await schedule(tx, files, now);

/** Removes the files that are due, each before its row, so that an interrupted run can be repeated. */
export const removeOrphanedFiles = async ({
  db,
  storage,
  clock,
}: Pick<Kernel, 'db' | 'storage' | 'clock'>): Promise<void> => {
  for (;;) {
    const due = await db
      .selectFrom('orphaned_files')
      .select('file')
      .where('remove_after', '<=', clock.now())
      .limit(batch)
      .execute();
    for (const { file } of due) {
      await storage.remove(file);
      await db.deleteFrom('orphaned_files').where('file', '=', file).execute();
    }
    if (due.length < batch) return;
  }
};

const schedule = async (db: Db | Tx, files: readonly (string | null)[], remove_after: Date): Promise<void> => {
  const rows = files.filter((file) => file !== null).map((file) => ({ file, remove_after }));
  if (rows.length === 0) return;
  await db
    .insertInto('orphaned_files')
    .values(rows)
    .onConflict((conflict) => conflict.column('file').doUpdateSet({ remove_after }))
    .execute();
};
