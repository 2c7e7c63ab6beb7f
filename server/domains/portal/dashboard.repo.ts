import { sql } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type Totals = {
  accounts: number;
  suspended: number;
  trials: number;
  requests: number;
  stations: number;
  people: number;
  /** Bytes of all stored audio: uploads and renditions. */
  bytes: number;
};

/** Portal-wide totals. */
export const countTotals = async (db: Db, now: Date): Promise<Totals> => {
  const found = await sql<Totals>`select
    (select count(*) from accounts where deleted_at is null) as accounts,
    (select count(*) from accounts where suspended_at is not null and deleted_at is null) as suspended,
    (select count(*) from subscriptions where station_key is null and status = 'trialing'
      and (provider is not null or ends is null or ends > ${now})) as trials,
    (select count(*) from accounts where requested_plan is not null and deleted_at is null) as requests,
    (select count(*) from stations where deleted_at is null) as stations,
    (select count(*) from users) as people,
    (select coalesce(sum(size), 0)::bigint from tracks) + (select coalesce(sum(size), 0)::bigint from renditions)
      as bytes`.execute(db);
  return found.rows[0] ?? { accounts: 0, suspended: 0, trials: 0, requests: 0, stations: 0, people: 0, bytes: 0 };
};

/** Accounts and stations created per day (UTC) since then; days without any are left out. */
export const createdByDay = async (
  db: Db,
  since: Date,
): Promise<{ day: string; accounts: number; stations: number }[]> =>
  (
    await sql<{ day: string; accounts: number; stations: number }>`
      select to_char(created at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) filter (where is_account) as accounts,
        count(*) filter (where not is_account) as stations
      from (select created, true as is_account from accounts where deleted_at is null and created >= ${since}
        union all select created, false from stations where deleted_at is null and created >= ${since}) created_rows
      group by 1`.execute(db)
  ).rows;

const latest = 8;

export const latestAccounts = async (db: Db): Promise<{ key: AccountKey; company: string; created: Date }[]> =>
  await db
    .selectFrom('accounts')
    .select(['key', 'company', 'created'])
    .where('deleted_at', 'is', null)
    .orderBy('created', 'desc')
    .orderBy('key')
    .limit(latest)
    .execute();

export const latestStations = async (
  db: Db,
): Promise<{ key: StationKey; name: string; account_key: AccountKey; account_company: string; created: Date }[]> =>
  await db
    .selectFrom('stations')
    .innerJoin('accounts', 'accounts.key', 'stations.account_key')
    .select([
      'stations.key',
      'stations.name',
      'stations.account_key',
      'accounts.company as account_company',
      'stations.created',
    ])
    .where('stations.deleted_at', 'is', null)
    .orderBy('stations.created', 'desc')
    .orderBy('stations.key')
    .limit(latest)
    .execute();
