import { sql, type Selectable } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { VatChecksTable } from '../billing.tables.ts';
import type { SortedVatNumber } from './vat-number.ts';

export type VatCheckRow = Selectable<VatChecksTable>;

export const findVatCheck = async (db: Db | Tx, account: AccountKey): Promise<VatCheckRow | undefined> =>
  await db.selectFrom('vat_checks').selectAll().where('account_key', '=', account).executeTakeFirst();

/** The VAT number and country that an account entered; undefined if it is deleted. */
export const enteredVatNumber = async (
  db: Db | Tx,
  account: AccountKey,
): Promise<{ country: string; vatid: string } | undefined> =>
  await db
    .selectFrom('accounts')
    .select(['country', 'vatid'])
    .where('key', '=', account)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Replaces the check of an account's number by one that hasn't begun; null removes it. */
export const replaceVatCheck = async (
  tx: Tx,
  account: AccountKey,
  number: SortedVatNumber | null,
  now: Date,
): Promise<void> => {
  await tx.deleteFrom('vat_checks').where('account_key', '=', account).execute();
  if (!number) return;
  await tx
    .insertInto('vat_checks')
    .values({
      account_key: account,
      country: number.country,
      number: number.number,
      state: number.state,
      name: null,
      address: null,
      consultation: null,
      checked: number.state === 'pending' ? null : now,
      next_attempt: number.state === 'pending' ? now : null,
    })
    .execute();
};

/** Stores a result for the number that was asked for; false if another has been entered meanwhile. */
export const storeVatResult = async (
  tx: Tx,
  { account_key, country, number }: VatCheckRow,
  result: Partial<
    Pick<VatCheckRow, 'state' | 'name' | 'address' | 'consultation' | 'attempts' | 'checked' | 'next_attempt'>
  >,
): Promise<boolean> => {
  const changed = await tx
    .updateTable('vat_checks')
    .set(result)
    .where('account_key', '=', account_key)
    .where('country', '=', country)
    .where('number', '=', number)
    .returning('account_key')
    .executeTakeFirst();
  return changed !== undefined;
};

export const setVatIdValid = async (tx: Tx, account: AccountKey, valid: boolean): Promise<void> => {
  await tx.updateTable('accounts').set({ vatid_valid: valid }).where('key', '=', account).execute();
};

/** Accounts whose number is to be asked for again, the longest waiting first. */
export const dueVatChecks = async (db: Db, now: Date, limit: number): Promise<AccountKey[]> =>
  (
    await db
      .selectFrom('vat_checks')
      .select('account_key')
      .where('next_attempt', '<=', now)
      .orderBy('next_attempt')
      .limit(limit)
      .execute()
  ).map(({ account_key }) => account_key);

/** Checks of one account wait for each other until the transaction ends, so that an older result never replaces a newer one. */
export const lockVatCheck = async (tx: Tx, account: AccountKey): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`vat ${account}`}, 0))`.execute(tx);
};
