import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { PhoneTrunksTable } from './telephony.tables.ts';

export type TrunkRow = Selectable<PhoneTrunksTable> & {
  /** Of the pool. */
  numbers: number;
};

const numbers = sql<number>`(select count(*)::int from phone_numbers where phone_numbers.trunk = phone_trunks.id)`.as(
  'numbers',
);

export const allTrunks = async (db: Db | Tx): Promise<TrunkRow[]> =>
  await db.selectFrom('phone_trunks').selectAll().select(numbers).orderBy('name').orderBy('id').execute();

export const findTrunk = async (db: Db | Tx, id: string): Promise<TrunkRow | undefined> =>
  await db.selectFrom('phone_trunks').selectAll().select(numbers).where('id', '=', id).executeTakeFirst();

/** False if another line has this ID. */
export const insertTrunk = async (tx: Tx, row: Insertable<PhoneTrunksTable>): Promise<boolean> =>
  (await tx
    .insertInto('phone_trunks')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const updateTrunk = async (tx: Tx, id: string, values: Updateable<PhoneTrunksTable>): Promise<void> => {
  await tx.updateTable('phone_trunks').set(values).where('id', '=', id).execute();
};

export const deleteTrunk = async (tx: Tx, id: string): Promise<boolean> => {
  const removed = await tx.deleteFrom('phone_trunks').where('id', '=', id).executeTakeFirst();
  return removed.numDeletedRows > 0n;
};
