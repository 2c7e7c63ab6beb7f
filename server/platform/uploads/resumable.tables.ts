import type { EpisodeKey, PodcastKey, StationKey } from '#contract/keys.ts';
import type { Bigint, Created } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    resumable_uploads: ResumableUploadsTable;
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
};
