import type { ColumnType, Generated } from 'kysely';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { SongRequestSettings, SongRequestState } from '#contract/api/song-requests.ts';
import type { Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    song_requests: SongRequestsTable;
    song_request_settings: SongRequestSettingsTable;
  }
}

/** A song that a listener requested; `listener`: the hash of their address, for a day. */
export type SongRequestsTable = {
  id: Generated<string>;
  station_key: StationKey;
  track_key: TrackKey | null;
  title: string;
  artist: string;
  name: string;
  message: string;
  listener: string | null;
  state: Generated<SongRequestState>;
  created: ColumnType<Date, Date, never>;
  decided: Moment;
  decided_by: Generated<string | null>;
  /** When it began to play. */
  played: Moment;
};

export type SongRequestSettingsTable = Omit<SongRequestSettings, 'hours'> & {
  station_key: StationKey;
  hours: ColumnType<SongRequestSettings['hours'], string, string>;
};
