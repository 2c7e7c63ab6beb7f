import { sql } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { AppSessionDay } from './app-sessions.ts';

export type ReportingApplication = { id: string; account: AccountKey; suspended: boolean };

/** The application with this key, unless its account is deleted. */
export const applicationOfKey = async (db: Db, key: string): Promise<ReportingApplication | undefined> => {
  const row = await db
    .selectFrom('applications')
    .innerJoin('accounts', 'accounts.key', 'applications.account_key')
    .select(['applications.id', 'accounts.key as account', 'accounts.suspended_at'])
    .where('application_key', '=', key)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { id: row.id, account: row.account, suspended: row.suspended_at !== null };
};

/** Those of these keys that are stations of the account. */
export const stationsAmong = async (
  db: Db,
  account: AccountKey,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('stations')
    .select('key')
    .where('account_key', '=', account)
    .where('deleted_at', 'is', null)
    .where('key', 'in', keys as StationKey[])
    .execute();
  return new Set(rows.map(({ key }) => key));
};

/**
 * Stores event ids and returns the new ones; a concurrent transaction with one of the same ids waits and then sees a
 * duplicate.
 */
export const insertEventIds = async (
  tx: Tx,
  application: string,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  // Always in the same order, to prevent deadlocks.
  const { rows } = await sql<{ id: string }>`
    insert into app_event_ids (application_id, id, received)
    select ${application}, id, ${now} from unnest(${ids}::uuid[]) as id order by id
    on conflict do nothing returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

/** Stores a batch until it is forwarded. */
export const storeBatch = async (tx: Tx, rows: readonly AppSessionDay[]): Promise<void> => {
  await tx
    .insertInto('app_event_batches')
    .values({ rows: JSON.stringify(rows) })
    .execute();
};

const reportPrecisionMs = 5000;

/**
 * Records when an application last reported, to within a few seconds: otherwise all its batches would contend for one
 * row.
 */
export const recordReport = async (
  tx: Tx,
  { id, account }: Pick<ReportingApplication, 'id' | 'account'>,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('app_reporting')
    .values({ application_id: id, account_key: account, last_event: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .updateTable('app_reporting')
    .set({ last_event: now })
    .where('application_id', '=', id)
    .where('last_event', '<', new Date(now.getTime() - reportPrecisionMs))
    .execute();
};

/** Whether an application of the account ever reported anything. */
export const hasReported = async (db: Db, account: AccountKey): Promise<boolean> => {
  const row = await db
    .selectFrom('app_reporting')
    .select('application_id')
    .where('account_key', '=', account)
    .executeTakeFirst();
  return row !== undefined;
};

/** When each existing application of the account last reported. */
export const lastReports = async (db: Db, account: AccountKey): Promise<{ id: string; last_event: Date }[]> =>
  await db
    .selectFrom('app_reporting')
    .innerJoin('applications', 'applications.id', 'app_reporting.application_id')
    .select(['applications.id', 'last_event'])
    .where('applications.account_key', '=', account)
    .execute();

export type StoredBatch = { n: number; rows: AppSessionDay[] };

/** Batches to be forwarded, oldest first. */
export const storedBatches = async (db: Db, most: number): Promise<StoredBatch[]> =>
  (await db.selectFrom('app_event_batches').select(['n', 'rows']).orderBy('n').limit(most).execute()) as StoredBatch[];

/** Deletes forwarded batches. */
export const deleteBatches = async (db: Db, numbers: readonly number[]): Promise<void> => {
  await db
    .deleteFrom('app_event_batches')
    .where('n', 'in', [...numbers])
    .execute();
};

const atOnce = 50_000;

/** Deletes ids received before a time, in chunks. */
export const deleteEventIds = async (db: Db, before: Date): Promise<void> => {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from app_event_ids where ctid = any(array(
        select ctid from app_event_ids where received < ${before} limit ${atOnce}))`.execute(db);
    if (Number(numAffectedRows ?? 0) < atOnce) return;
  }
};
