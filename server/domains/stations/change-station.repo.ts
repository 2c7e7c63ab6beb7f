import { sql, type Updateable } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { StationsTable } from './stations.tables.ts';
import type { StationRow } from './stations.repo.ts';

/** Locks the station's row until the transaction ends, even if the station is deleted. */
export const lockStationRow = async (tx: Tx, key: StationKey): Promise<LockedStation | undefined> =>
  await tx
    .selectFrom('stations')
    .select(['account_key', 'type', 'master_key', 'streamname', 'tags', 'bitrate', 'suspended_by_portal'])
    .select(['suspended_at', 'deleted_at', 'logo', 'logo_512', 'background'])
    .select(sql<string>`coalesce(settings ->> 'relay_url', '')`.as('relay_url'))
    .where('key', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst();

export type LockedStation = Pick<
  StationRow,
  | ('account_key' | 'type' | 'master_key' | 'streamname' | 'tags' | 'bitrate' | 'suspended_by_portal')
  | ('suspended_at' | 'deleted_at' | 'logo' | 'logo_512' | 'background')
> & { relay_url: string };

/** Updates these columns; a trigger on the row notifies the engine. Returns which unique value is already in use. */
export const changeStationRow = async (
  db: Db | Tx,
  key: StationKey,
  changes: Updateable<StationsTable>,
): Promise<'done' | 'urlInUse' | 'mountInUse'> => {
  try {
    await db.updateTable('stations').set(changes).where('key', '=', key).execute();
    return 'done';
  } catch (thrown) {
    const { constraint } = thrown as { constraint?: string };
    if (constraint === 'stations_pretty_url') return 'urlInUse';
    if (constraint === 'stations_streamname_key') return 'mountInUse';
    throw thrown;
  }
};

/** The account of a station, even if the station is deleted. */
export const accountOf = async (tx: Tx, key: StationKey): Promise<AccountKey | undefined> =>
  (await tx.selectFrom('stations').select('account_key').where('key', '=', key).executeTakeFirst())?.account_key;

/** Whether a user is an owner or admin of an account. */
export const isAccountMember = async (tx: Tx, account: AccountKey, user: string): Promise<boolean> => {
  const found = await tx
    .selectFrom('account_members')
    .select('role')
    .where('account_key', '=', account)
    .where('user_id', '=', user)
    .executeTakeFirst();
  return found !== undefined;
};

/** Removes the `default` tag from all other stations of an account. */
export const removeOtherDefaultTags = async (tx: Tx, account: AccountKey, except: StationKey): Promise<void> => {
  await sql`update stations set tags = array_remove(tags, 'default')
    where account_key = ${account} and key <> ${except} and 'default' = any(tags) and deleted_at is null`.execute(tx);
};
