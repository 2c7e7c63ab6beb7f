import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { SyncChange } from '../after-sync.ts';

/** An account's subscriptions as a sync hands them to `afterSync`. */
export const subscriptionRows = async (
  db: Db | Tx,
  account: AccountKey,
): Promise<SyncChange['after']['subscriptions']> =>
  await db.selectFrom('subscriptions').selectAll().where('account_key', '=', account).orderBy('created').execute();

/** The same for its invoices. */
export const invoiceRows = async (db: Db | Tx, account: AccountKey): Promise<SyncChange['after']['invoices']> =>
  await db.selectFrom('invoices').selectAll().where('account_key', '=', account).orderBy('created').execute();
