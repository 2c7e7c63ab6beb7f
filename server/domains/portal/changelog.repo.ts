import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '#server/kernel/kernel.ts';
import type { ChangelogTable } from '#server/kernel/db/tables.ts';

type Row = Selectable<ChangelogTable>;
const mostListed = 200;

/** The latest first; of one day the one that was written last. */
export const listChangelog = async (db: Db): Promise<Row[]> =>
  await db
    .selectFrom('changelog')
    .selectAll()
    .orderBy('date', 'desc')
    .orderBy('created', 'desc')
    .limit(mostListed)
    .execute();

export const insertChangelog = async (db: Db, row: Insertable<ChangelogTable>): Promise<Row> =>
  await db.insertInto('changelog').values(row).returningAll().executeTakeFirstOrThrow();

export const changeChangelogRow = async (
  db: Db,
  id: string,
  changes: Updateable<ChangelogTable>,
): Promise<Row | undefined> =>
  await db.updateTable('changelog').set(changes).where('id', '=', id).returningAll().executeTakeFirst();

/** Whether there was one. */
export const removeChangelogRow = async (db: Db, id: string): Promise<boolean> =>
  (await db.deleteFrom('changelog').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
