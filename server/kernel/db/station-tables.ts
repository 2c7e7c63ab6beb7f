import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AccountKey, EpisodeKey, PodcastKey, StationKey, TrackKey } from '#contract/keys.ts';
import type { StationTag } from '#contract/station-lists.ts';
import type { MonitoringSettings, SocialLinks } from '#contract/station-profile.ts';
import type { Bigint, Changed, Created, Moment, SearchName } from './columns.ts';

/* The tables of stations, their library and their playlist. */

/** What of a station is only shown and searched is in columns; `settings` holds radio_server_settings' rest. */
export type StationsTable = {
  key: StationKey;
  account_key: AccountKey;
  /** Kept by a trigger. */
  account_name: Generated<string>;
  name: string;
  streamname: string;
  pretty_url: string;
  description: Generated<string>;
  about: Generated<string>;
  website: Generated<string>;
  category: Generated<number>;
  country: Generated<string>;
  type: Generated<number>;
  station_service_type: number;
  activation_status: number;
  public: Generated<boolean>;
  searchable: Generated<boolean>;
  exclusive: Generated<boolean>;
  show_tracks_playing: Generated<boolean>;
  tags: Generated<StationTag[]>;
  organization_type: Generated<number>;
  organization_size: Generated<number>;
  default_timezone: Generated<string>;
  codec: Generated<'mp3' | 'aac'>;
  /** bit/s, Hz */
  bitrate: number;
  sample_rate: number;
  channels: Generated<number>;
  /** ms of sound given at once to a new listener */
  burst: number;
  settings: JSONColumnType<StationSettings>;
  source_password: string;
  /** Whether it should be on the air: the panel's Start and Shutdown. */
  running: Generated<boolean>;
  featured: Generated<boolean>;
  phone: Generated<string>;
  /** The names of images. */
  logo: string | null;
  background: string | null;
  profile: ColumnType<Partial<SocialLinks>, string | undefined, string>;
  monitoring_settings: ColumnType<Partial<MonitoringSettings>, string | undefined, string>;
  reports_settings: ColumnType<{ emails?: string[] }, string | undefined, string>;
  default_type: Generated<number>;
  environment: Generated<'' | 'production' | 'test'>;
  library_guid: Generated<string>;
  zosa: Generated<boolean>;
  billing_owner: string | null;
  audioads: Generated<boolean>;
  ads_txt: Generated<string>;
  /** Whether what goes out is kept, and for how many days. */
  log_enabled: Generated<boolean>;
  log_days: Generated<number>;
  /** Only the portal lifts a suspension of its own. */
  suspended_by_portal: Generated<boolean>;
  /** Of a relay: the station here whose sound it sends on; named still when that is gone. */
  master_key: StationKey | null;
  /** By which an Icecast that relays the station reports its listeners. */
  relay_secret: Generated<string>;
  search_name: SearchName;
  /** Raised by everything that changes what the engine must know; a trigger's work, never a handler's. */
  revision: Bigint;
  suspended_at: Moment;
  deleted_at: Moment;
  created: Created;
  updated: Changed;
};

/** The settings of a station that only the engine or a form reads. */
export type StationSettings = {
  mix_offset: number;
  mix_speed: number;
  project_type: number;
  mp4: boolean;
  /** Not in stations of before there were lower bit rates. */
  low_bitrate?: number;
  /** Not in stations of before there was HLS. */
  hls?: boolean;
  allow_secure: boolean;
  interrupt_master: boolean;
  call_in_allowed: boolean;
  studio_allowed: boolean;
  metadata: string;
  /** Not in stations of before it could be chosen. */
  stream_id?: number;
  relay_url: string;
  fingerprint_category: number;
  failover_settings: { url: string }[];
};

export type TracksTable = {
  key: TrackKey;
  station_key: StationKey;
  title: string;
  artist: Generated<string>;
  album: Generated<string>;
  /** Twelve characters, or nothing; and who releases it. */
  isrc: Generated<string>;
  label: Generated<string>;
  duration_ms: Generated<number>;
  /** Bytes of the file as uploaded. */
  size: Bigint;
  filename: string;
  /** Where the uploaded file is in storage. */
  original: string;
  sha256: string;
  /** Measured once: integrated loudness (LUFS) and true peak (dBTP). */
  loudness: number | null;
  true_peak: number | null;
  /** Where its sound begins and ends, found once; null for tracks uploaded before cue points existed. */
  sound_from_ms: number | null;
  sound_to_ms: number | null;
  /** Where a person wants it to; null for where the sound does. */
  starts_ms: number | null;
  ends_ms: number | null;
  state: 'preparing' | 'ready' | 'failed';
  /** The name of its picture. */
  artwork: string | null;
  /** What was uploaded: ffmpeg's name of its codec, and bit/s. */
  codec: Generated<string>;
  bitrate: Generated<number>;
  /** The address it was fetched from. */
  url: string | null;
  /** Of the sound alone: the same however the file is tagged. Null for tracks of before it was kept. */
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
  duration_ms: number;
  /** What of the uploaded file it is; null for all of it, as before cue points existed. */
  from_ms: number | null;
  to_ms: number | null;
  created: Created;
};

export type PlaylistTracksTable = { station_key: StationKey; track_key: TrackKey; position: number };

export type AutoDjTable = {
  station_key: StationKey;
  shuffle: Generated<boolean>;
  /** Raised by every change of the playlist. */
  revision: Bigint;
  /** The revision that was last "saved and restarted". */
  applied_revision: Bigint;
  /** Raised by "save and restart". */
  generation: Bigint;
  /** A jingle after so many tracks; 0 for none. */
  jingle_every: Generated<number>;
  artist_minutes: Generated<number>;
  title_minutes: Generated<number>;
};

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
  /** The track was in the library already. */
  duplicate: Generated<boolean>;
  created: Created;
  updated: Changed;
};

/** An upload whose bytes come in parts (tus). */
export type ResumableUploadsTable = {
  id: string;
  /** To the library of a station, or to a podcast: as an episode's audio, or for a new one. */
  station_key: StationKey | null;
  podcast_key: PodcastKey | null;
  episode_key: EpisodeKey | null;
  user_id: string | null;
  filename: string;
  length: Bigint;
  expires: Date;
  created: Created;
};
