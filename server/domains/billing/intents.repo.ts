import type { Insertable, Selectable } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { SubscriptionProduct } from '#contract/api/subscription.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { BillingIntentsTable } from './billing.tables.ts';
import type { Owner } from './return-urls.ts';

export type IntentRow = Selectable<BillingIntentsTable>;

/** Stores an intent; false while another one for the same product of the same owner is open. */
export const insertIntent = async (tx: Tx, row: Insertable<BillingIntentsTable>): Promise<boolean> => {
  const inserted = await tx
    .insertInto('billing_intents')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
};

export const findIntent = async (db: Db | Tx, id: string): Promise<IntentRow | undefined> =>
  await db.selectFrom('billing_intents').selectAll().where('id', '=', id).executeTakeFirst();

/** The open intent to buy or change this product. */
export const findOpenIntent = async (
  db: Db | Tx,
  { account, station }: Owner,
  product: SubscriptionProduct,
): Promise<IntentRow | undefined> =>
  await db
    .selectFrom('billing_intents')
    .selectAll()
    .where('account_key', '=', account)
    .where('station_key', 'is not distinct from', station)
    .where('product', '=', product)
    .where('state', '=', 'open')
    .executeTakeFirst();

/** The open intents of an account and its stations. */
export const openIntentsOf = async (db: Db | Tx, account: AccountKey): Promise<IntentRow[]> =>
  await db
    .selectFrom('billing_intents')
    .selectAll()
    .where('account_key', '=', account)
    .where('state', '=', 'open')
    .execute();

/** The open intents that were begun before this time, oldest first. */
export const openIntentsBefore = async (db: Db, time: Date, limit: number): Promise<IntentRow[]> =>
  await db
    .selectFrom('billing_intents')
    .selectAll()
    .where('state', '=', 'open')
    .where('created', '<', time)
    .orderBy('created')
    .limit(limit)
    .execute();

/** Closes an open intent. */
export const closeIntent = async (
  db: Db | Tx,
  id: string,
  { state, error = null, now }: { state: 'done' | 'failed' | 'expired'; error?: string | null; now: Date },
): Promise<void> => {
  await db
    .updateTable('billing_intents')
    .set({ state, error, closed: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
};

/** Remembers that the provider was away, and the customer read that nothing was charged. */
export const markUnavailable = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('billing_intents').set({ error: 'unavailable' }).where('id', '=', id).execute();
};

/** Remembers the payment page of an intent. */
export const saveCheckout = async (
  db: Db,
  id: string,
  { id: checkout, url, expires }: { id: string; url: string; expires: Date },
): Promise<void> => {
  await db
    .updateTable('billing_intents')
    .set({ checkout, checkout_url: url, checkout_expires: expires })
    .where('id', '=', id)
    .execute();
};
