import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { NotificationsTable } from './portal.tables.ts';

export type NotificationRow = Selectable<NotificationsTable>;

const maxListed = 200;

/** Published notifications, latest first. */
export const listNotifications = async (db: Db, now: Date): Promise<NotificationRow[]> =>
  await db
    .selectFrom('notifications')
    .selectAll()
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .orderBy('created', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute();

/** Those of the ids that exist. */
export const existingNotifications = async (tx: Tx, ids: string[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('notifications')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
};

export const insertNotification = async (tx: Tx, row: Insertable<NotificationsTable>): Promise<NotificationRow> =>
  await tx.insertInto('notifications').values(row).returningAll().executeTakeFirstOrThrow();

export const changeNotificationRow = async (
  tx: Tx,
  id: string,
  changes: Updateable<NotificationsTable>,
): Promise<NotificationRow | undefined> =>
  await tx.updateTable('notifications').set(changes).where('id', '=', id).returningAll().executeTakeFirst();

/** Returns whether it existed. */
export const removeNotificationRow = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.deleteFrom('notifications').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
