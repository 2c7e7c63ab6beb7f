import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { isExpiredKey } from '#server/platform/address-hash.ts';

export type NamedStation = { key: StationKey; name: string; zone: string };

/** The stations of an account, oldest first, including deleted ones, which have listening data too. */
export const stationsOf = async (db: Db, account: AccountKey): Promise<(NamedStation & { deleted: boolean })[]> =>
  (
    await db
      .selectFrom('stations')
      .select(['key', 'name', 'default_timezone as zone', 'deleted_at'])
      .where('account_key', '=', account)
      .orderBy('created')
      .orderBy('key')
      .execute()
  ).map(({ deleted_at, ...station }) => ({ ...station, deleted: deleted_at !== null }));

/** The stations with these keys, in the given order. */
export const stationsNamed = async (db: Db, keys: readonly StationKey[]): Promise<NamedStation[]> => {
  const rows = await db
    .selectFrom('stations')
    .select(['key', 'name', 'default_timezone as zone'])
    .where('key', 'in', [...keys])
    .execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return [...new Set(keys)].flatMap((key) => byKey.get(key) ?? []);
};

/**
 * Deletes the keys of address hashes that no report period reaches back to, so that those listeners can no longer be
 * recognized.
 */
export const forgetAddressKeys = async (db: Db, now: Date): Promise<void> => {
  const rows = await db.selectFrom('secrets').select('name').where('name', 'like', 'address-hash.%').execute();
  const expired = rows.map(({ name }) => name).filter((name) => isExpiredKey(name, now));
  if (expired.length > 0) await db.deleteFrom('secrets').where('name', 'in', expired).execute();
};
