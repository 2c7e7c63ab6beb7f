import { sql, type Insertable, type Selectable } from 'kysely';
import type { StationKey } from '#contract/keys.ts';
import type { ResumableUploadsTable } from '#server/kernel/db/tables.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export type ResumableRow = Selectable<ResumableUploadsTable>;

/** An upload of a station, and whether all of it has been taken: its task has its id. */
export const findUpload = async (
  db: Db,
  station: StationKey,
  id: string,
): Promise<(ResumableRow & { isTaken: boolean }) | undefined> =>
  await db
    .selectFrom('resumable_uploads as upload')
    .selectAll('upload')
    .select(sql<boolean>`exists (select from upload_tasks where upload_tasks.id = upload.id)`.as('isTaken'))
    .where('upload.id', '=', id)
    .where('upload.station_key', '=', station)
    .executeTakeFirst();

/** How many uploads of a station have been begun and not ended. */
export const countUnfinished = async (tx: Tx, station: StationKey): Promise<number> => {
  const { count } = await tx
    .selectFrom('resumable_uploads as upload')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('station_key', '=', station)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('upload_tasks').select('id').whereRef('upload_tasks.id', '=', 'upload.id'))),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const insertUpload = async (tx: Tx, row: Insertable<ResumableUploadsTable>): Promise<void> => {
  await tx.insertInto('resumable_uploads').values(row).execute();
};

/** An upload that goes on is kept for as long again. */
export const keepUntil = async (db: Db, id: string, expires: Date): Promise<void> => {
  await db.updateTable('resumable_uploads').set({ expires }).where('id', '=', id).execute();
};

export const removeUpload = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('resumable_uploads').where('id', '=', id).execute();
};

/** Removes the uploads whose time is over. */
export const removeExpired = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('resumable_uploads').where('expires', '<', now).execute();
};

/** Those of these ids that are still known. */
export const knownOf = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('resumable_uploads')
    .select('id')
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  return new Set(rows.map(({ id }) => id));
};
