import type { AccountKey, PlayerKey, StationKey } from '#contract/keys.ts';
import type { PlayerSettings } from '#contract/player.ts';
import { stationsByKeys, type StationRow } from '#server/domains/stations/stations.service.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { findShownPlayer } from './players.repo.ts';
import { settingsOf } from './player-settings.ts';

/** What the public page of a player is made from. */
export type PublicPlayer = {
  key: PlayerKey;
  account_key: AccountKey;
  station_key: StationKey | null;
  name: string;
  settings: PlayerSettings;
  /** The websites that may show it; empty for all. */
  domains: string[];
  /** Switched on by its owner. */
  active: boolean;
  /** Its account is suspended or held, so nothing of it plays. */
  suspended: boolean;
  revision: number;
  updated: Date;
  /** In its order, without deleted ones. */
  stations: StationRow[];
};

/**
 * A player for its public page; undefined if it, its account or (of a station's own player) its station is deleted.
 */
export const findPublicPlayer = async (db: Db, key: PlayerKey): Promise<PublicPlayer | undefined> => {
  const row = await findShownPlayer(db, key);
  if (!row) return undefined;
  const { account_key, station_key, name, domains, active, suspended, revision, updated } = row;
  const stations = await stationsByKeys(
    db,
    row.stations.map((station) => station.key),
  );
  return {
    ...{ key, account_key, station_key, name, domains, active, suspended, revision, updated, stations },
    settings: settingsOf(row.settings),
  };
};

/** Whether this player was deleted and can be restored. */
export const isRemovedPlayer = async (db: Db, key: PlayerKey): Promise<boolean> =>
  (await db
    .selectFrom('players')
    .select('key')
    .where('key', '=', key)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;
