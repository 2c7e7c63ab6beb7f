import type { ColumnType, Generated } from 'kysely';
import type { EpisodeKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { Recording, RecordingSlot } from '#contract/api/recording-schedules.ts';
import type { Changed, Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    recording_schedules: RecordingSchedulesTable;
    recordings: RecordingsTable;
  }
}

export type RecordingSchedulesTable = {
  id: Generated<string>;
  podcast_key: PodcastKey;
  station_key: StationKey;
  name: string;
  first_day: string;
  last_day: string | null;
  timezone: string;
  slots: ColumnType<RecordingSlot[], string, string>;
  every_weeks: number;
  publish: 'draft' | 'published';
  title: string;
  created: Created;
  updated: Changed;
};

export type RecordingsTable = {
  id: Generated<string>;
  /** Null once the schedule is deleted. */
  schedule_id: string | null;
  podcast_key: PodcastKey;
  station_key: StationKey;
  name: string;
  title: string;
  timezone: string;
  publish: 'draft' | 'published';
  begins: Date;
  ends: Date;
  /** `taking`: a process has been creating its episode since `claimed_at`. */
  state: Generated<'planned' | 'taking' | 'done' | 'failed'>;
  claimed_at: Moment;
  reason: Recording['reason'];
  /** Duration of the recorded audio. */
  ms: number | null;
  episode_key: EpisodeKey | null;
  created: Created;
};
