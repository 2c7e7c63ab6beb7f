import { sql } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { PortalLive } from '#contract/api/live-stats.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { perStation, tallyOf } from './audience.service.ts';
import { currentListeners, numbersOf, type LiveDeps } from './live-stats.service.ts';

const mostStations = 50;

/** Current listeners of the whole portal (spec §7): every country, and the fifty stations with the most listeners. */
export const portalLive = async (
  deps: LiveDeps & { db: Db; live: LiveHub },
  include: { outputs: boolean },
): Promise<PortalLive> => {
  const connected = await currentListeners(deps, 'all');
  const largest = perStation(connected, 'all').slice(0, mostStations);
  const keys = largest.map(({ key }) => key);
  const names = await stationNames(deps.db, keys);
  return {
    ...numbersOf(tallyOf(connected, 'all'), include),
    onAir: deps.live.totals().onAir,
    stations: largest.flatMap((station) => {
      const named = names.get(station.key);
      return named ? [{ ...station, ...named }] : [];
    }),
  };
};

/** Names and accounts of these stations. */
const stationNames = async (
  db: Db,
  keys: StationKey[],
): Promise<Map<StationKey, { name: string; account_key: AccountKey }>> => {
  const rows = await db
    .selectFrom('stations')
    .select(['key', 'name', 'account_key'])
    .where(sql<boolean>`key = any(${keys})`)
    .execute();
  return new Map(rows.map(({ key, ...named }) => [key, named]));
};
