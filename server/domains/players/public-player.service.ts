import type { AccountKey, PlayerKey, StationKey } from '#contract/rules/keys.ts';
import type { PlayerKind, PlayerSettings } from '#contract/api/player.ts';
import {
  newestEpisodes,
  playableEpisodes,
  type PlayableEpisode,
} from '#server/domains/podcasts/episodes/playable-episodes.service.ts';
import { stationsByKeys, type StationRow } from '#server/domains/stations/stations.service.ts';
import { systemClock } from '#server/kernel/clock.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { findPlayerOfStation, findShownPlayer, type PlayerRow } from './players.repo.ts';
import { settingsOf } from './player-settings.ts';

/** What the public page of a player is made from. */
export type PublicPlayer = {
  key: PlayerKey;
  account_key: AccountKey;
  station_key: StationKey | null;
  name: string;
  kind: PlayerKind;
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
  /** What visitors may hear of its podcast or playlist now, in order. */
  episodes: PlayableEpisode[];
};

/**
 * A player for its public page; undefined if it, its account or (of a station's own player) its station is deleted.
 */
export const findPublicPlayer = async (
  db: Db,
  key: PlayerKey,
  now: Date = systemClock.now(),
): Promise<PublicPlayer | undefined> => {
  const row = await findShownPlayer(db, key);
  if (!row) return undefined;
  const { account_key, station_key, name, kind, domains, active, suspended, revision, updated } = row;
  const stations = await stationsByKeys(
    db,
    row.stations.map((station) => station.key),
  );
  return {
    ...{ key, account_key, station_key, name, kind, domains, active, suspended, revision, updated, stations },
    episodes: await episodesOf(db, row, now),
    settings: settingsOf(row.settings),
  };
};

const episodesOf = async (db: Db, row: PlayerRow, now: Date): Promise<PlayableEpisode[]> => {
  const { kind, podcast, latest, episodes } = row;
  if (kind === 'podcast') return podcast ? await newestEpisodes(db, podcast.key, latest, now) : [];
  const keys = episodes.map((episode) => episode.key);
  return kind === 'playlist' ? await playableEpisodes(db, keys, now) : [];
};

/** Whether a player has something to play. */
export const hasContent = ({
  kind,
  stations,
  episodes,
}: Pick<PublicPlayer, 'kind' | 'stations' | 'episodes'>): boolean =>
  kind === 'stations' ? stations.length > 0 : episodes.length > 0;

/** The player that a station has by itself; undefined while it is switched off. */
export const findPlayerForStation = async (db: Db, station: StationKey): Promise<PublicPlayer | undefined> => {
  const own = await findPlayerOfStation(db, station);
  const found = own && (await findPublicPlayer(db, own.key));
  return found?.active && !found.suspended && found.stations.length > 0 ? found : undefined;
};

/** Whether this player was deleted and can be restored. */
export const isRemovedPlayer = async (db: Db, key: PlayerKey): Promise<boolean> =>
  (await db
    .selectFrom('players')
    .select('key')
    .where('key', '=', key)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

export { playerCode } from './player-code.ts';
export { playerFrame } from './player-frame.ts';
