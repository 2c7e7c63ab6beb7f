import { sql } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/**
 * Takes stations out of the campaigns that were to play there, when they are removed, or move to another account: then
 * only that account's campaigns and the network's stay. A campaign that has no other station is switched off, as one
 * without stations would play on all of them.
 */
export const leaveStations = async (
  db: Db | Tx,
  stations: readonly StationKey[],
  movedTo?: AccountKey,
): Promise<void> => {
  const leaves = movedTo === undefined ? sql`true` : sql`c.account_key <> ${movedTo} and not c.network`;
  await sql`update campaigns c set enabled = false, version = version + 1 where ${leaves}
      and exists (select from campaign_stations o where o.campaign_key = c.key and o.station_key = any(${stations}))
      and not exists (select from campaign_stations o where o.campaign_key = c.key and o.station_key <> all(${stations}))`.execute(
    db,
  );
  await sql`delete from campaign_stations o using campaigns c
    where c.key = o.campaign_key and o.station_key = any(${stations}) and ${leaves}`.execute(db);
};
