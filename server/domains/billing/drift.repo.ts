import type { Selectable } from 'kysely';
import type { Db } from '#server/kernel/kernel.ts';
import type { BillingDriftTable } from './billing.tables.ts';

export type DriftRow = Selectable<BillingDriftTable> & { company: string };

/** Records differences from the provider that were found and healed. */
export const insertDrift = async (db: Db, customer: string, changed: readonly string[]): Promise<void> => {
  const owner = await db
    .selectFrom('billing_customers')
    .select('account_key')
    .where('customer', '=', customer)
    .executeTakeFirst();
  if (owner)
    await db
      .insertInto('billing_drift')
      .values(changed.map((what) => ({ account_key: owner.account_key, what: what.slice(0, 500) })))
      .execute();
};

/** The differences found since then, newest first. */
export const listDrift = async (
  db: Db,
  since: Date,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: DriftRow[]; total: number }> => {
  const found = db.selectFrom('billing_drift').where('found', '>=', since);
  const [rows, { total }] = await Promise.all([
    found
      .innerJoin('accounts', 'accounts.key', 'billing_drift.account_key')
      .selectAll('billing_drift')
      .select('accounts.company')
      .orderBy('found', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
};

/** Deletes what was found before this time. */
export const deleteDriftBefore = async (db: Db, time: Date): Promise<void> => {
  await db.deleteFrom('billing_drift').where('found', '<', time).execute();
};
