import type { Db } from '#server/kernel/kernel.ts';
import { findPublicStation } from './public-stations.repo.ts';
import type { StationRow } from './stations.repo.ts';

export { isPublic, listSearchableStations } from './public-stations.repo.ts';

/**
 * The station whose page is at this URL, or the `address` (its current name in URLs) of one that was there before;
 * undefined if there is none, or if it isn't public, is suspended or deleted.
 */
export const publicStationAt = async (
  db: Db,
  name: string,
): Promise<{ station: StationRow } | { address: string } | undefined> => {
  const station = await findPublicStation(db, name.toLowerCase());
  if (!station) return undefined;
  return station.pretty_url === name ? { station } : { address: station.pretty_url };
};
