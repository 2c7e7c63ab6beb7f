import type { EpisodeKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { Generated } from 'kysely';
import type { Bigint, Created } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    resumable_uploads: ResumableUploadsTable;
    resumable_parts: ResumablePartsTable;
  }
}

/** A resumable upload (tus). */
export type ResumableUploadsTable = {
  id: string;
  /** Target: a station's library, or a podcast, either for an existing episode or a new one. */
  station_key: StationKey | null;
  podcast_key: PodcastKey | null;
  episode_key: EpisodeKey | null;
  user_id: string | null;
  filename: string;
  length: Bigint;
  expires: Date;
  created: Created;
  /** Bytes in storage, and so acknowledged. */
  received: Generated<number>;
  /** The request whose turn it is, in whichever portal, and when that portal last said that it still works on it. */
  turn: string | null;
  turn_at: Date | null;
};

/** A part of an upload in storage; of one that was stored, but not in its turn, `is_stored` stays false. */
export type ResumablePartsTable = {
  key: string;
  upload_id: string;
  start: Bigint;
  size: Bigint;
  is_stored: Generated<boolean>;
};
