import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { StationTag } from '#contract/api/station-lists.ts';
import type { MonitoringSettings, SocialLinks } from '#contract/api/station-profile.ts';
import type { Bigint, Changed, Created, Moment, SearchName } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    stations: StationsTable;
    station_former_urls: StationFormerUrlsTable;
  }
}

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
  /** Of its public page: BCP 47. */
  language: Generated<string>;
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
  /** By a portal administrator. */
  featured: Generated<boolean>;
  /** Featured too, while its add-on is paid. */
  sponsored: Generated<boolean>;
  phone: Generated<string>;
  /** The names of images. */
  logo: string | null;
  /** The logo at up to 512 × 512; null for older logos, which exist at 170 × 170 only. */
  logo_512: string | null;
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

/** Former URLs of public pages, lower case; maintained by a trigger. */
export type StationFormerUrlsTable = { pretty_url: string; station_key: StationKey };

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
