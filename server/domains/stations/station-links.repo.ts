import { sql } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** Whether the station has relays, in any account. */
export const hasRelays = async (tx: Tx, key: StationKey): Promise<boolean> => {
  const found = await tx
    .selectFrom('stations')
    .select('key')
    .where('master_key', '=', key)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** Unlinks deleted relays from their master; they remain with the account that the master leaves. */
export const detachDeletedRelays = async (tx: Tx, master: StationKey): Promise<void> => {
  await tx
    .updateTable('stations')
    .set({ master_key: null })
    .where('master_key', '=', master)
    .where('deleted_at', 'is not', null)
    .execute();
};

/** The users with a pending invitation to a station, matched by verified e-mail address. */
export const invitedUsers = async (tx: Tx, key: StationKey): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct users.id from invitations
    join users on lower(users.email) = invitations.email and users.email_verified
    where invitations.state = 'pending' and invitations.station_key = ${key}`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Withdraws all pending invitations to a station, then deletes all roles in it, even one being accepted right now. */
export const removeTeam = async (tx: Tx, key: StationKey, now: Date): Promise<void> => {
  await tx
    .updateTable('invitations')
    .set({ state: 'withdrawn', answered_at: now })
    .where('station_key', '=', key)
    .where('state', '=', 'pending')
    .execute();
  await tx.deleteFrom('station_members').where('station_key', '=', key).execute();
};

/** How many tracks a station has. */
export const countTracks = async (tx: Tx, key: StationKey): Promise<number> => {
  const { count } = await tx
    .selectFrom('tracks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('station_key', '=', key)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Whether the station belongs to this account and isn't deleted. */
export const isStationOf = async (tx: Tx, account: AccountKey, key: StationKey): Promise<boolean> => {
  const found = await tx
    .selectFrom('stations')
    .select('key')
    .where('key', '=', key)
    .where('account_key', '=', account)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
};

/** Whether another station is already the default station of this one's account. */
export const hasOtherDefault = async (tx: Tx, key: StationKey): Promise<boolean> => {
  const { rows } = await sql`
    select from stations own join stations other on other.account_key = own.account_key and other.key <> own.key
    where own.key = ${key} and other.deleted_at is null and 'default' = any(other.tags) limit 1`.execute(tx);
  return rows.length > 0;
};

/** How many podcasts a station has, whether the station is deleted or not. */
export const countPodcasts = async (db: Db | Tx, station: StationKey): Promise<number> => {
  const { count } = await db
    .selectFrom('podcasts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('station_key', '=', station)
    .executeTakeFirstOrThrow();
  return Number(count);
};
