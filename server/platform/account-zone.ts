import { sql } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** The time zone of an account's oldest station, as in all account statistics. */
export const zoneOfAccount = async (db: Db | Tx, account: AccountKey): Promise<string> => {
  const { rows } = await sql<{ zone: string }>`select default_timezone as zone from stations
    where account_key = ${account} order by created, key limit 1`.execute(db);
  return rows[0]?.zone ?? 'UTC';
};
