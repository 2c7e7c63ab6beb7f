import { sql } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** All stations of an account, including deleted ones. */
export const everyStationOf = async (db: Db, account: AccountKey): Promise<StationKey[]> =>
  (await db.selectFrom('stations').select('key').where('account_key', '=', account).orderBy('key').execute()).map(
    ({ key }) => key,
  );

/** The logos and background images of these stations. */
export const picturesOf = async (db: Db, stations: readonly StationKey[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('stations')
    .select(['logo', 'logo_512', 'background'])
    .where('key', '=', sql<StationKey>`any(${stations})`)
    .execute();
  return rows.flatMap((row) => [row.logo, row.logo_512, row.background].filter((name) => name !== null));
};
