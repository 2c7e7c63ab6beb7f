import { sql } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { selectStations, type StationRow } from './stations.repo.ts';

/** One page of a station's relays, sorted by name. */
export const relayRows = async (
  db: Db,
  master: StationKey,
  { limit, offset }: { limit: number; offset: number },
): Promise<StationRow[]> => {
  const { rows } = await sql<StationRow>`${selectStations}
    where stations.master_key = ${master} and stations.deleted_at is null
    order by lower(stations.name), stations.key limit ${limit} offset ${offset}`.execute(db);
  return rows;
};

/** How many relays a station has. */
export const countRelays = async (db: Db | Tx, master: StationKey): Promise<number> => {
  const { count } = await db
    .selectFrom('stations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('master_key', '=', master)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** How another station relates to `master`: its relay, in the same account, or in a different one. */
export const relationBetween = async (
  db: Db | Tx,
  master: StationKey,
  other: StationKey,
): Promise<'relay' | 'sibling' | 'stranger'> => {
  const { rows } = await sql<{ is_relay: boolean; is_sibling: boolean }>`
    select other.master_key is not distinct from ${master} as is_relay, other.account_key = master.account_key as is_sibling
    from stations other, stations master where other.key = ${other} and master.key = ${master}`.execute(db);
  const found = rows[0];
  if (!found?.is_sibling) return 'stranger';
  return found.is_relay ? 'relay' : 'sibling';
};
