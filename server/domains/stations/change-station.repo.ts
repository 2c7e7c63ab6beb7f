import { sql, type Updateable } from 'kysely';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { StationsTable } from '#server/kernel/db/tables.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { StationRow } from './stations.repo.ts';

/** Holds a station until the transaction ends, also a deleted one. */
export const lockStation = async (tx: Tx, key: StationKey): Promise<LockedStation | undefined> =>
  await tx
    .selectFrom('stations')
    .select(['account_key', 'type', 'master_key', 'streamname', 'tags', 'bitrate', 'suspended_by_portal'])
    .select(['suspended_at', 'deleted_at', 'logo', 'background'])
    .select(sql<string>`coalesce(settings ->> 'relay_url', '')`.as('relay_url'))
    .where('key', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst();

export type LockedStation = Pick<
  StationRow,
  | ('account_key' | 'type' | 'master_key' | 'streamname' | 'tags' | 'bitrate' | 'suspended_by_portal')
  | ('suspended_at' | 'deleted_at' | 'logo' | 'background')
> & { relay_url: string };

/** Changes these columns; the trigger of the row tells the engine. What is somebody's already is named. */
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

/** Which account a station belongs to, also a deleted one. */
export const accountOf = async (tx: Tx, key: StationKey): Promise<AccountKey | undefined> =>
  (await tx.selectFrom('stations').select('account_key').where('key', '=', key).executeTakeFirst())?.account_key;

/** Whether a person is an owner or admin of an account. */
export const isOfAccount = async (tx: Tx, account: AccountKey, person: string): Promise<boolean> => {
  const found = await tx
    .selectFrom('account_members')
    .select('role')
    .where('account_key', '=', account)
    .where('user_id', '=', person)
    .executeTakeFirst();
  return found !== undefined;
};

/** Takes the tag of the default station from the others of an account. */
export const takeDefaultTag = async (tx: Tx, account: AccountKey, but: StationKey): Promise<void> => {
  await sql`update stations set tags = array_remove(tags, 'default')
    where account_key = ${account} and key <> ${but} and 'default' = any(tags) and deleted_at is null`.execute(tx);
};
