import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '#server/kernel/kernel.ts';
import type { ChangelogTable } from './portal.tables.ts';

type Row = Selectable<ChangelogTable>;
const maxListed = 200;

/** Latest first; within a day the latest written first. */
export const listChangelog = async (db: Db, atMost = maxListed): Promise<Row[]> =>
  await db
    .selectFrom('changelog')
    .selectAll()
    .orderBy('date', 'desc')
    .orderBy('created', 'desc')
    .limit(atMost)
    .execute();

export const insertChangelog = async (db: Db, row: Insertable<ChangelogTable>): Promise<Row> =>
  await db.insertInto('changelog').values(row).returningAll().executeTakeFirstOrThrow();

export const changeChangelogRow = async (
  db: Db,
  id: string,
  changes: Updateable<ChangelogTable>,
): Promise<Row | undefined> =>
  await db.updateTable('changelog').set(changes).where('id', '=', id).returningAll().executeTakeFirst();

/** Returns whether the entry existed. */
export const removeChangelogRow = async (db: Db, id: string): Promise<boolean> =>
  (await db.deleteFrom('changelog').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
