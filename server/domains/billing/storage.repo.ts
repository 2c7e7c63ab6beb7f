import { sql } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** Locks the storage of an account until the transaction ends, so that concurrent uploads respect its limit. */
export const lockStorage = async (tx: Tx, account: AccountKey): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`storage ${account}`}, 0))`.execute(tx);
};

/** Bytes of an account's tracks and episodes, including those of deleted stations until their files are removed. */
export const bytesOf = async (db: Db | Tx, account: AccountKey): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`select (
    coalesce((select sum(size) from tracks where station_key in (select key from stations where account_key = ${account})), 0)
    + coalesce((select sum(original_size + audio_size) from episodes where podcast_key in (${podcastsOf(account)})), 0)
    + coalesce((select sum(original_size) from episode_tasks where status = 'PROCESSING'
        and podcast_key in (${podcastsOf(account)})), 0))::bigint as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
};

/** Bytes of uploads in progress: unfinished resumable uploads, and reservations for other uploads. */
export const bytesInProgress = async (db: Db | Tx, account: AccountKey): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`select (
    coalesce((select sum(bytes) from storage_reservations where account_key = ${account} and until > now()), 0)
    + coalesce((select sum(length) from resumable_uploads upload
        where (station_key in (select key from stations where account_key = ${account})
            or podcast_key in (${podcastsOf(account)}))
          and not exists (select from upload_tasks where upload_tasks.id = upload.id)
          and not exists (select from episode_tasks where episode_tasks.id = upload.id)), 0))::bigint as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
};

const podcastsOf = (account: AccountKey) => sql`select key from podcasts where account_key = ${account}`;

/** The account of the station or podcast that receives an upload. */
export const accountOfTarget = async (
  db: Db | Tx,
  of: { station_key?: string; podcast_key?: string },
): Promise<AccountKey | undefined> => {
  const { rows } = await sql<{ account_key: AccountKey }>`
    select account_key from stations where key = ${of.station_key ?? ''}
    union all select account_key from podcasts where key = ${of.podcast_key ?? ''}`.execute(db);
  return rows[0]?.account_key;
};

/** Reserves bytes for an upload in progress; if the process dies, the reservation expires. */
export const reserve = async (tx: Tx, account: AccountKey, bytes: number): Promise<string> => {
  const { rows } = await sql<{ id: string }>`insert into storage_reservations (account_key, bytes)
    values (${account}, ${bytes}) returning id`.execute(tx);
  return rows[0]!.id;
};

export const release = async (db: Db, id: string): Promise<void> => {
  await sql`delete from storage_reservations where id = ${id} or until < now()`.execute(db);
};
