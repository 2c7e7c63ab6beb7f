import { sql } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { selectStations, type StationRow } from './stations.repo.ts';

/** The public station that has or once had this name (lower case) in its page's URL; undefined if there is none. */
export const findPublicStation = async (db: Db, name: string): Promise<StationRow | undefined> => {
  const { rows } = await sql<StationRow>`${selectStations}
    where ${isPublic} and (lower(stations.pretty_url) = ${name} or stations.key =
      (select station_key from station_former_urls where pretty_url = ${name}))
    order by lower(stations.pretty_url) = ${name} desc limit 1`.execute(db);
  return rows[0];
};

/** The public stations that search engines may list, after a key. */
export const listSearchableStations = async (
  db: Db,
  after: StationKey | '',
  limit: number,
): Promise<{ key: StationKey; pretty_url: string; updated: Date }[]> => {
  const { rows } = await sql<{ key: StationKey; pretty_url: string; updated: Date }>`
    select stations.key, stations.pretty_url, stations.updated
    from stations join accounts on accounts.key = stations.account_key
    where ${isPublic} and stations.searchable and stations.environment <> 'test' and stations.key > ${after}
    order by stations.key limit ${limit}`.execute(db);
  return rows;
};

/** A station with a page, of an account that isn't suspended; in queries of `stations` and `accounts`. */
export const isPublic = sql<boolean>`stations.public and stations.deleted_at is null and stations.suspended_at is null
  and accounts.deleted_at is null and accounts.suspended_at is null`;
