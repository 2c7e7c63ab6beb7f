import { sql, type Selectable } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Database } from '#server/kernel/db/tables.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export type NumberRow = Selectable<Database['phone_numbers']>;

/** Locks a station's phone numbers and request until the transaction ends; what it is, undefined if it is purged. */
export const lockLine = async (tx: Tx, station: StationKey) =>
  await tx
    .selectFrom('stations')
    .select(['type', 'name', 'account_key'])
    .where('key', '=', station)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** A station's numbers, the main one first. */
export const numbersOf = async (db: Db | Tx, station: StationKey): Promise<NumberRow[]> =>
  await db
    .selectFrom('phone_numbers')
    .selectAll()
    .where('station_key', '=', station)
    .orderBy('main', 'desc')
    .orderBy('did')
    .execute();

type Wanted = { country: string; sandbox: boolean; now: Date };

/**
 * Gives a station a free number of a country ('' for any), in this transaction; undefined if none is free. Numbers that another
 * transaction is giving away are passed over, so that no request waits for another one.
 */
export const giveFreeNumber = async (
  tx: Tx,
  station: StationKey,
  { country, sandbox, now }: Wanted,
): Promise<string | undefined> => {
  const { rows } = await sql<{ did: string }>`
    update phone_numbers set station_key = ${station}, assigned_at = ${now}, free_from = null, main = ${hasNoMain(station)}
    where did = (select did from phone_numbers
      where station_key is null and (free_from is null or free_from <= ${now}) and sandbox = ${sandbox}
        and ${country} in ('', country)
      order by did limit 1 for update skip locked)
    returning did`.execute(tx);
  return rows[0]?.did;
};

/** Gives a station this number, also a resting one; false if it is not in the pool or another station has it. */
export const giveNumber = async (tx: Tx, station: StationKey, did: string, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ did: string }>`
    update phone_numbers set station_key = ${station}, free_from = null,
      assigned_at = case when station_key is null then ${now}::timestamptz else assigned_at end,
      main = main or ${hasNoMain(station)}
    where did = ${did} and (station_key is null or station_key = ${station}) returning did`.execute(tx);
  return rows.length > 0;
};

const hasNoMain = (station: StationKey) =>
  sql`not exists (select from phone_numbers own where own.station_key = ${station} and own.main)`;

/** Makes a number of the station its main one. */
export const setMain = async (tx: Tx, station: StationKey, did: string): Promise<void> => {
  await tx.updateTable('phone_numbers').set({ main: false }).where('station_key', '=', station).execute();
  await tx
    .updateTable('phone_numbers')
    .set({ main: true })
    .where('station_key', '=', station)
    .where('did', '=', did)
    .execute();
};

/**
 * Takes numbers from their stations, all but those given; they rest for 90 days, as people still call them, those of the sandbox
 * are free at once. Returns them.
 */
export const takeNumbers = async (
  tx: Tx | Db,
  stations: readonly StationKey[],
  now: Date,
  keep: readonly string[] = [],
): Promise<string[]> => {
  if (stations.length === 0) return [];
  const rested = new Date(now.getTime() + limits.numberRestDays * dayMs);
  const { rows } = await sql<{ did: string }>`
    update phone_numbers set station_key = null, main = false, assigned_at = null,
      free_from = case when sandbox then null else ${rested}::timestamptz end
    where station_key = any(${stations}) and not did = any(${keep}) returning did`.execute(tx);
  return rows.map(({ did }) => did);
};

/** How many numbers are free by country. */
export const freeByCountry = async (
  db: Db | Tx,
  { sandbox, now }: Omit<Wanted, 'country'>,
): Promise<{ iso: string; free: number }[]> => {
  const { rows } = await sql<{ iso: string; free: number }>`
    select country as iso, count(*)::int as free from phone_numbers
    where station_key is null and (free_from is null or free_from <= ${now}) and sandbox = ${sandbox} and country <> ''
    group by country order by country`.execute(db);
  return rows;
};
