import { sql, type Insertable, type Selectable } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { ApplicationsTable } from './accounts.tables.ts';

export type ApplicationRow = Selectable<ApplicationsTable>;

export const applicationsOf = async (db: Db, account: AccountKey): Promise<ApplicationRow[]> =>
  await db
    .selectFrom('applications')
    .selectAll()
    .where('account_key', '=', account)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();

export const insertApplication = async (db: Db, row: Insertable<ApplicationsTable>): Promise<ApplicationRow> =>
  await db.insertInto('applications').values(row).returningAll().executeTakeFirstOrThrow();

/** Deletes an application of this account; returns whether it existed. */
export const removeApplicationRow = async (db: Db, account: AccountKey, id: string): Promise<boolean> => {
  const deleted = await db
    .deleteFrom('applications')
    .where('id', '=', id)
    .where('account_key', '=', account)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
};
