import type { Generated } from 'kysely';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { Bigint, Changed, Created, SearchName } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    tracks: TracksTable;
    renditions: RenditionsTable;
    upload_tasks: UploadTasksTable;
    track_tags: TrackTagsTable;
  }
}

export type TracksTable = {
  key: TrackKey;
  station_key: StationKey;
  title: string;
  artist: Generated<string>;
  album: Generated<string>;
  /** Twelve characters, or ''; and the record label. */
  isrc: Generated<string>;
  label: Generated<string>;
  duration_ms: Generated<number>;
  /** Bytes of the uploaded file. */
  size: Bigint;
  filename: string;
  /** The uploaded file's key in storage. */
  original: string;
  sha256: string;
  /** Measured once: integrated loudness (LUFS) and true peak (dBTP). */
  loudness: number | null;
  true_peak: number | null;
  /** Where its audio begins and ends, detected once; null for tracks uploaded before cue points existed. */
  sound_from_ms: number | null;
  sound_to_ms: number | null;
  /** Cue points set by a user; null for where the audio begins and ends. */
  starts_ms: number | null;
  ends_ms: number | null;
  state: 'preparing' | 'ready' | 'failed';
  /** The name of its picture. */
  artwork: string | null;
  /** The uploaded file: ffmpeg's name of its codec, and bit/s. */
  codec: Generated<string>;
  bitrate: Generated<number>;
  /** The URL it was fetched from. */
  url: string | null;
  /** Hash of the audio alone, the same for all tags. Null for tracks from before it was stored. */
  sound_hash: string | null;
  search_name: SearchName;
  created: Created;
  updated: Changed;
};

/** A track in one station format, ready for the air. */
export type RenditionsTable = {
  track_key: TrackKey;
  codec: 'mp3' | 'aac';
  bitrate: number;
  sample_rate: number;
  channels: number;
  /** A path in storage below `renditions/`. */
  path: string;
  size: Bigint;
  /** Of its bytes, hex; null for renditions from before it was stored. */
  sha256: Generated<string | null>;
  duration_ms: number;
  /** The part of the uploaded file; null for all of it, as before cue points existed. */
  from_ms: number | null;
  to_ms: number | null;
  created: Created;
};

/** Tags that users gave to a track (contract/api/track-tag.ts). */
export type TrackTagsTable = { track_key: TrackKey; station_key: StationKey; tag: string };

export type UploadTasksTable = {
  id: string;
  station_key: StationKey;
  user_id: string | null;
  filename: string;
  track_key: TrackKey | null;
  status: Generated<'PROCESSING' | 'SUCCESS' | 'ERROR'>;
  progress: Generated<number>;
  error_code: string | null;
  error_message: string | null;
  /** The track was already in the library. */
  duplicate: Generated<boolean>;
  created: Created;
  updated: Changed;
};
