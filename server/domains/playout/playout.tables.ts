import type { ColumnType, Generated } from 'kysely';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { DayPartHours } from '#contract/rules/week.ts';
import type { Bigint, Created } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    jingles: JinglesTable;
    playlists: PlaylistsTable;
    playlist_entries: PlaylistEntriesTable;
    playlist_members: PlaylistMembersView;
    playlist_steps: PlaylistStepsTable;
    playlist_tracks: PlaylistTracksTable;
    autodj: AutoDjTable;
  }
}

/** A track that plays between others, and is never chosen as music. */
export type JinglesTable = { track_key: TrackKey; station_key: StationKey; added: Created };

/** A playlist beside the station's own one (contract/api/playlists.ts). */
export type PlaylistsTable = {
  id: Generated<string>;
  station_key: StationKey;
  name: string;
  weight: Generated<number>;
  enabled: Generated<boolean>;
  shuffle: Generated<boolean>;
  exclusive: Generated<boolean>;
  hours: ColumnType<DayPartHours[], string | undefined, string>;
  content: Generated<'tracks' | 'tags'>;
  /** Each once; none if tracks are picked by hand. */
  tags: Generated<string[]>;
  match: Generated<'any' | 'all'>;
  created: Created;
};

/** A track picked by hand. */
export type PlaylistEntriesTable = { playlist: string; track_key: TrackKey; position: number };

/** A track of a playlist, picked by hand or found by tags, jingles included. */
export type PlaylistMembersView = {
  station_key: ColumnType<StationKey, never, never>;
  playlist: ColumnType<string, never, never>;
  track_key: ColumnType<TrackKey, never, never>;
  position: ColumnType<number, never, never>;
};

/** A playlist change that can be undone: the previous positions of these tracks, null if they weren't in it. */
export type PlaylistStepsTable = {
  id: Bigint;
  station_key: StationKey;
  what: 'moved' | 'removed' | 'added' | 'ordered';
  /** The tracks that the user changed; `tracks` may contain more, whose positions changed too. */
  count: number;
  /** Of the first of these tracks. */
  title: string;
  user_id: string | null;
  tracks: TrackKey[];
  positions: (number | null)[];
  at: Created;
};

export type PlaylistTracksTable = { station_key: StationKey; track_key: TrackKey; position: number };

export type AutoDjTable = {
  station_key: StationKey;
  shuffle: Generated<boolean>;
  /** Increased by every change of the playlist. */
  revision: Bigint;
  /** The revision at the last "save and restart". */
  applied_revision: Bigint;
  /** Increased by "save and restart". */
  generation: Bigint;
  /** Tracks between jingles; 0 for none. */
  jingle_every: Generated<number>;
  artist_minutes: Generated<number>;
  title_minutes: Generated<number>;
  /** Share of the station's own playlist among all. */
  playlist_weight: Generated<number>;
};
