import type { ColumnType, Generated } from 'kysely';
import type { AccountKey, PlayerKey, StationKey } from '#contract/keys.ts';
import type { PlayerSettings } from '#contract/player.ts';
import type { Changed, Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    players: PlayersTable;
    player_stations: PlayerStationsTable;
  }
}

export type PlayersTable = {
  key: PlayerKey;
  account_key: AccountKey;
  /** Of a station's own player; inserted by a trigger with the station. */
  station_key: StationKey | null;
  /** '' in a station's own player that is named like the station. */
  name: Generated<string>;
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

export type PlayerStationsTable = { player_key: PlayerKey; station_key: StationKey; position: number };
