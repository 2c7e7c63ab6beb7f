import { sql, type Expression, type Insertable, type Selectable, type SqlBool } from 'kysely';
import { stationTypes } from '#contract/limits.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { StationsTable } from '#server/kernel/db/tables.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export type StationRow = Selectable<StationsTable> & { company: string; account_suspended: boolean };

/** One station, also a deleted one: whoever asks has been told by the kernel whether they may. */
export const findStation = async (db: Db | Tx, key: StationKey): Promise<StationRow | undefined> =>
  await selectStations(db).where('stations.key', '=', key).executeTakeFirst();

/** The station that owns a mount, unless it is deleted. */
export const findByMount = async (db: Db | Tx, mount: string): Promise<StationRow | undefined> =>
  await selectStations(db)
    .where('stations.streamname', '=', mount)
    .where('stations.deleted_at', 'is', null)
    .executeTakeFirst();

/** One page of an account's stations by name, and how many there are in all. */
export const stationsOfAccount = async (
  db: Db | Tx,
  account: AccountKey,
  query: { limit: number; offset: number; deleted: boolean; search?: string | undefined },
): Promise<{ rows: StationRow[]; total: number }> => {
  const wanted = sql<SqlBool>`stations.account_key = ${account}
    and ${query.deleted ? sql`stations.deleted_at is not null` : sql`stations.deleted_at is null`}
    and ${nameMatches(query.search ?? '')}`;
  const [rows, { total }] = await Promise.all([
    selectStations(db)
      .where(wanted)
      .orderBy(sql`lower(stations.name)`)
      .orderBy('stations.key')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    db
      .selectFrom('stations')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(wanted)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
};

/** How many master stations an account has; deleted ones don't count (spec §5). */
export const countMasterStations = async (tx: Tx, account: AccountKey): Promise<number> => {
  const { count } = await tx
    .selectFrom('stations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_key', '=', account)
    .where('type', '=', stationTypes.master)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Writes a new station; false where its mount or address is somebody's already. */
export const insertStation = async (tx: Tx, station: Insertable<StationsTable>): Promise<boolean> => {
  const made = await tx
    .insertInto('stations')
    .values(station)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (made) await tx.insertInto('autodj').values({ station_key: made.key }).execute();
  return made !== undefined;
};

/** Puts another encoder password in the place of the old one. */
export const replacePassword = async (db: Db, key: StationKey, password: string, now: Date): Promise<void> => {
  await db.updateTable('stations').set({ source_password: password, updated: now }).where('key', '=', key).execute();
};

const selectStations = (db: Db | Tx) =>
  db
    .selectFrom('stations')
    .innerJoin('accounts', 'accounts.key', 'stations.account_key')
    .selectAll('stations')
    .select(['accounts.company', sql<boolean>`accounts.suspended_at is not null`.as('account_suspended')]);

const nameMatches = (search: string): Expression<SqlBool> =>
  search === ''
    ? sql<SqlBool>`true`
    : sql<SqlBool>`stations.name ilike ${`%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`}`;
