import type { Generated } from 'kysely';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { Bigint, Created } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    jingles: JinglesTable;
    day_parts: DayPartsTable;
    day_part_tracks: DayPartTracksTable;
    playlist_steps: PlaylistStepsTable;
    playlist_tracks: PlaylistTracksTable;
    autodj: AutoDjTable;
  }
}

/** A track that plays between others, and is never chosen as music. */
export type JinglesTable = { track_key: TrackKey; station_key: StationKey; added: Created };

/** A daypart: hours of the week with their own tracks; days count from 1, Monday, minutes from midnight. */
export type DayPartsTable = {
  id: Generated<string>;
  station_key: StationKey;
  name: string;
  days: number[];
  from_minute: number;
  to_minute: number;
  created: Created;
};

export type DayPartTracksTable = { day_part: string; track_key: TrackKey; position: number };

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
};
