import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { PortalNumber } from '#contract/api/telephony-admin.ts';
import type { Database } from '#server/kernel/db/tables.ts';
import { countRows } from '#server/kernel/db/list-page.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { NumberRow } from './numbers.repo.ts';

export type PoolRow = Omit<NumberRow, 'station_key'> & {
  station: { key: StationKey; name: string; account: string; deleted: boolean } | null;
};
type NewNumber = Insertable<Database['phone_numbers']>;

/** SQL: the state of a number at a time. */
const states: Record<PortalNumber['state'], (now: Date) => RawBuilder<unknown>> = {
  given: () => sql`number.station_key is not null`,
  resting: (now) => sql`number.station_key is null and number.free_from > ${now}`,
  free: (now) => sql`number.station_key is null and (number.free_from is null or number.free_from <= ${now})`,
};

/** A page of the pool, with the total. */
export const poolPage = async (
  db: Db,
  of: { page: number; size: number; state: PortalNumber['state'] | undefined; search: string; now: Date },
): Promise<{ rows: PoolRow[]; total: number; capped: boolean }> => {
  const { page, size, state, search, now } = of;
  const words = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  // People write numbers with blanks.
  const digits = `%${search.replace(/\D/g, '')}%`;
  const isFound = sql`(${search} = '' or number.label ilike ${words} or number.note ilike ${words} or stations.name ilike ${words}
    or (${digits} <> '%%' and number.did like ${digits}))`;
  const where = sql`${state === undefined ? sql`true` : states[state](now)} and ${isFound}`;
  const [counted, rows] = await Promise.all([
    countRows(
      db,
      sql`select from phone_numbers number left join stations on stations.key = number.station_key where ${where}`,
    ),
    selectNumbers(db, sql`${where} order by number.sandbox, number.did limit ${size} offset ${page * size}`),
  ]);
  return { rows, ...counted };
};

export const findNumber = async (db: Db | Tx, did: string): Promise<PoolRow | undefined> =>
  (await selectNumbers(db, sql`number.did = ${did}`))[0];

const selectNumbers = async (db: Db | Tx, which: RawBuilder<unknown>): Promise<PoolRow[]> => {
  const { rows } = await sql<PoolRow>`
    select number.*, case when stations.key is null then null else jsonb_build_object('key', stations.key, 'name', stations.name,
      'account', stations.account_key, 'deleted', stations.deleted_at is not null) end as station
    from phone_numbers number left join stations on stations.key = number.station_key where ${which}`.execute(db);
  return rows;
};

/** False if it is already in the pool. */
export const insertNumber = async (tx: Tx, row: NewNumber): Promise<boolean> =>
  (await tx
    .insertInto('phone_numbers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('did')
    .executeTakeFirst()) !== undefined;

/** Adds numbers, or changes what is known of those in the pool; returns how many were added. */
export const upsertNumbers = async (
  tx: Tx,
  rows: readonly Required<Pick<NewNumber, 'did' | 'country' | 'label' | 'trunk'>>[],
): Promise<number> => {
  const { rows: saved } = await sql<{ added: boolean }>`
    insert into phone_numbers (did, country, label, trunk)
    select * from unnest(${rows.map(({ did }) => did)}::text[], ${rows.map(({ country }) => country)}::text[],
      ${rows.map(({ label }) => label)}::text[], ${rows.map(({ trunk }) => trunk)}::text[])
    on conflict (did) do update set country = excluded.country, label = excluded.label, trunk = excluded.trunk
    returning xmax = 0 as added`.execute(tx);
  return saved.filter(({ added }) => added).length;
};

export const changeNumberRow = async (
  tx: Tx,
  did: string,
  values: Updateable<Database['phone_numbers']>,
): Promise<boolean> => {
  const changed = await tx.updateTable('phone_numbers').set(values).where('did', '=', did).executeTakeFirst();
  return changed.numUpdatedRows > 0n;
};

/** Removes a number that no station has; false if there is none. */
export const deleteNumber = async (db: Db, did: string): Promise<boolean> => {
  const removed = await db
    .deleteFrom('phone_numbers')
    .where('did', '=', did)
    .where('station_key', 'is', null)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
};
