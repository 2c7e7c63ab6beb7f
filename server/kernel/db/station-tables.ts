import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AccountKey, EpisodeKey, PodcastKey, StationKey, TrackKey } from '#contract/keys.ts';
import type { StationTag } from '#contract/station-lists.ts';
import type { MonitoringSettings, SocialLinks } from '#contract/station-profile.ts';
import type { Bigint, Changed, Created, Moment, SearchName } from './columns.ts';

/* Tables of stations, their library and their playlist. */

/** Columns hold what is searched or shown in lists; `settings` holds the rest of radio_server_settings. */
export type StationsTable = {
  key: StationKey;
  account_key: AccountKey;
  /** Maintained by a trigger. */
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
  /** ms of audio sent to a new listener at once */
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
  /** Whether the broadcast logger is on, and for how many days it stores recordings. */
  log_enabled: Generated<boolean>;
  log_days: Generated<number>;
  /** Only the portal can lift a suspension by the portal. */
  suspended_by_portal: Generated<boolean>;
  /** Of a relay: its master station here; stays set when that is deleted. */
  master_key: StationKey | null;
  /** With this secret, an Icecast server that relays the station reports its listeners. */
  relay_secret: Generated<string>;
  search_name: SearchName;
  /** Increased by every change that the engine must know; by a trigger, never by a handler. */
  revision: Bigint;
  suspended_at: Moment;
  deleted_at: Moment;
  created: Created;
  updated: Changed;
};

/** Station settings that only the engine or a form reads. */
export type StationSettings = {
  mix_offset: number;
  mix_speed: number;
  project_type: number;
  mp4: boolean;
  /** Missing in stations from before lower bit rates existed. */
  low_bitrate?: number;
  /** Missing in stations from before HLS existed. */
  hls?: boolean;
  allow_secure: boolean;
  interrupt_master: boolean;
  call_in_allowed: boolean;
  studio_allowed: boolean;
  metadata: string;
  /** Missing in stations from before it was configurable. */
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
  duration_ms: number;
  /** The part of the uploaded file; null for all of it, as before cue points existed. */
  from_ms: number | null;
  to_ms: number | null;
  created: Created;
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
