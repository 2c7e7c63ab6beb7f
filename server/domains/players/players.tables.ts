import type { ColumnType, Generated } from 'kysely';
import type { AccountKey, EpisodeKey, PlayerKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { PlayerKind, PlayerSettings } from '#contract/api/player.ts';
import type { Changed, Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    players: PlayersTable;
    player_stations: PlayerStationsTable;
    player_episodes: PlayerEpisodesTable;
    player_count_batches: PlayerCountBatchesTable;
  }
}

export type PlayersTable = {
  key: PlayerKey;
  account_key: AccountKey;
  /** Of a station's own player; inserted by a trigger with the station. */
  station_key: StationKey | null;
  /** '' in a station's own player that is named like the station. */
  name: Generated<string>;
  kind: Generated<PlayerKind>;
  /** Of a player of a podcast's newest episodes. */
  podcast_key: ColumnType<PodcastKey | null, PodcastKey | null | undefined>;
  latest: Generated<number>;
  settings: ColumnType<StoredSettings, string | undefined, string>;
  domains: Generated<string[]>;
  active: Generated<boolean>;
  revision: Generated<number>;
  created: Created;
  updated: Changed;
  removed_at: Moment;
};

/** The settings that were set; the others have their defaults. */
export type StoredSettings = Partial<Omit<PlayerSettings, 'colours' | 'show'>> & {
  colours?: Partial<PlayerSettings['colours']>;
  show?: Partial<PlayerSettings['show']>;
};

export type PlayerEpisodesTable = { player_key: PlayerKey; episode_key: EpisodeKey; position: number };

export type PlayerStationsTable = { player_key: PlayerKey; station_key: StationKey; position: number };

/** What players reported and ClickHouse has not got yet; an id is the token of its insert. */
export type PlayerCountBatchesTable = {
  id: Generated<string>;
  rows: ColumnType<unknown, string, never>;
  received: Created;
};
