import { sql } from 'kysely';
import type { StationKey } from '#contract/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { selectStations, type StationRow } from './stations.repo.ts';

/** One page of a station's relays by name. */
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

/** Whether a station is a relay of this one. */
export const isRelayOf = async (db: Db | Tx, master: StationKey, relay: StationKey): Promise<boolean> =>
  (await db
    .selectFrom('stations')
    .select('key')
    .where('key', '=', relay)
    .where('master_key', '=', master)
    .executeTakeFirst()) !== undefined;
