import type { Generated } from 'kysely';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { Bigint, Created } from './columns.ts';

/* The tables of how an Auto DJ plays; its playlist is in station-tables.ts. */

/** A track that plays between others, and never where music is chosen. */
export type JinglesTable = { track_key: TrackKey; station_key: StationKey; added: Created };

/** Hours of the week with tracks of their own; days count from 1, Monday, minutes from midnight. */
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

/** A change of a playlist that can be undone: these tracks had these places before, none (null) where they weren't in it. */
export type PlaylistStepsTable = {
  id: Bigint;
  station_key: StationKey;
  what: 'moved' | 'removed' | 'added' | 'ordered';
  /** The tracks it is about; `tracks` may be more, whose places it had to change as well. */
  count: number;
  /** Of the first of them. */
  title: string;
  user_id: string | null;
  tracks: TrackKey[];
  positions: (number | null)[];
  at: Created;
};
