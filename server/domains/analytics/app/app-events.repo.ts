import { sql } from 'kysely';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { AppSessionDay } from './app-session-rows.ts';

export type ReportingApplication = { id: string; account: AccountKey; suspended: boolean };

/** The application that has this key, of an account that isn't deleted. */
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

/** Remembers these ids and says which of them were new; who comes at the same time with one of them waits, and hears that it isn't. */
export const rememberIds = async (
  tx: Tx,
  application: string,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  // In one order everywhere, so that two who wait for each other don't come about.
  const { rows } = await sql<{ id: string }>`
    insert into app_event_ids (application_id, id, taken)
    select ${application}, id, ${now} from unnest(${ids}::uuid[]) as id order by id
    on conflict do nothing returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

/** Keeps what events said until it is handed on. */
export const keepBatch = async (tx: Tx, rows: readonly AppSessionDay[]): Promise<void> => {
  await tx
    .insertInto('app_event_batches')
    .values({ rows: JSON.stringify(rows) })
    .execute();
};

const seldomMs = 5000;

/** Notes that an application reported something; to the nearest seconds, as all its batches would wait for one row. */
export const noteReport = async (
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
    .where('last_event', '<', new Date(now.getTime() - seldomMs))
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

/** When each application of the account that is still there last reported something. */
export const lastReports = async (db: Db, account: AccountKey): Promise<{ id: string; last_event: Date }[]> =>
  await db
    .selectFrom('app_reporting')
    .innerJoin('applications', 'applications.id', 'app_reporting.application_id')
    .select(['applications.id', 'last_event'])
    .where('applications.account_key', '=', account)
    .execute();

export type KeptBatch = { n: number; rows: AppSessionDay[] };

/** Batches that are to be handed on, the oldest first. */
export const keptBatches = async (db: Db, most: number): Promise<KeptBatch[]> =>
  (await db.selectFrom('app_event_batches').select(['n', 'rows']).orderBy('n').limit(most).execute()) as KeptBatch[];

/** Removes batches that were handed on. */
export const removeBatches = async (db: Db, numbers: readonly number[]): Promise<void> => {
  await db
    .deleteFrom('app_event_batches')
    .where('n', 'in', [...numbers])
    .execute();
};

const atOnce = 50_000;

/** Forgets ids that were taken before a time, some at a time. */
export const forgetIds = async (db: Db, before: Date): Promise<void> => {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from app_event_ids where ctid = any(array(
        select ctid from app_event_ids where taken < ${before} limit ${atOnce}))`.execute(db);
    if (Number(numAffectedRows ?? 0) < atOnce) return;
  }
};
