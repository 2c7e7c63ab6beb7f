import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export type Seeable = 'notification' | 'post';

/** Those of the ids that the person has seen. */
export const seenOf = async (db: Db | Tx, user: string, kind: Seeable, ids: string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('seen')
    .select('id')
    .where('user_id', '=', user)
    .where('kind', '=', kind)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** Marks these as seen by the person; returns how many were new to them. */
export const markSeen = async (db: Db | Tx, user: string, kind: Seeable, ids: string[]): Promise<number> => {
  if (ids.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('seen')
    .values(ids.map((id) => ({ user_id: user, kind, id })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0n);
};

/** Removes the person's seen marks of these; returns how many there were. */
export const markUnseen = async (db: Db | Tx, user: string, kind: Seeable, ids: string[]): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('seen')
    .where('user_id', '=', user)
    .where('kind', '=', kind)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};

/** Deletes the seen marks of a deleted item. */
export const deleteSeenMarks = async (tx: Tx, kind: Seeable, id: string): Promise<void> => {
  await tx.deleteFrom('seen').where('kind', '=', kind).where('id', '=', id).execute();
};

/** How many users have seen each of these. */
export const seenCounts = async (db: Db | Tx, kind: Seeable, ids: string[]): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('seen')
    .select(['id', (eb) => eb.fn.countAll<number>().as('people')])
    .where('kind', '=', kind)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .groupBy('id')
    .execute();
  return new Map(rows.map(({ id, people }) => [id, Number(people)]));
};
