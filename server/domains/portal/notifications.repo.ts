import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { NotificationsTable } from './portal.tables.ts';

export type NotificationRow = Selectable<NotificationsTable>;

const maxListed = 200;

/** Published notifications for everyone and for this person that have not ended by then, latest first. */
export const listNotifications = async (db: Db, user: string, endedBy: Date): Promise<NotificationRow[]> =>
  await db
    .selectFrom('notifications')
    .selectAll()
    .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', user)]))
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', endedBy)]))
    .orderBy('created', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute();

/** Those of the ids that exist for this person. */
export const existingNotifications = async (tx: Tx, user: string, ids: string[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('notifications')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', user)]))
    .execute();
  return rows.map(({ id }) => id);
};

export const insertNotification = async (tx: Tx, row: Insertable<NotificationsTable>): Promise<NotificationRow> =>
  await tx.insertInto('notifications').values(row).returningAll().executeTakeFirstOrThrow();

/** Adds the same notification for each of these people. */
export const insertPersonal = async (
  tx: Tx,
  people: readonly { id: string; link: string }[],
  row: Omit<Insertable<NotificationsTable>, 'user_id' | 'link'>,
): Promise<void> => {
  await tx
    .insertInto('notifications')
    .values(people.map(({ id, link }) => ({ ...row, user_id: id, link })))
    .execute();
};

/** Deletes what these people were notified of and that is over, with its seen marks. */
export const deleteExpired = async (tx: Tx, people: readonly string[], now: Date): Promise<void> => {
  await sql`with expired as (delete from notifications where user_id = any(${people}::uuid[]) and until < ${now} returning id)
    delete from seen where kind = 'notification' and id in (select id from expired)`.execute(tx);
};

export const changeNotificationRow = async (
  tx: Tx,
  id: string,
  changes: Updateable<NotificationsTable>,
): Promise<NotificationRow | undefined> =>
  await tx
    .updateTable('notifications')
    .set(changes)
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Removes an announcement; returns whether it existed. */
export const removeNotificationRow = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.deleteFrom('notifications').where('id', '=', id).where('user_id', 'is', null).executeTakeFirst())
    .numDeletedRows > 0n;
