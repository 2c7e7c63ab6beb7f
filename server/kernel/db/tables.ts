import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AccountKey, StationKey, TrackKey } from '#contract/keys.ts';
import type { CustomLimits, Interval, OfferedPlan, PlanId } from '#contract/plans.ts';
import type { StationTag } from '#contract/station-lists.ts';
import type { MonitoringSettings, SocialLinks } from '#contract/station-profile.ts';

/* The tables of PostgreSQL as Kysely sees them; `migrations/` makes them. */

type Created = ColumnType<Date, Date | undefined, never>;
type Changed = ColumnType<Date, Date | undefined, Date>;
type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Made by the database of the row's names (name-search.ts). */
type SearchName = ColumnType<string, never, never>;
type Bigint = ColumnType<number, number | undefined, number>;
/** A JSON object whose shape the contract keeps; written as text. */
type Document = ColumnType<Record<string, unknown>, string | undefined, string>;
type RequestedPlan = { plan: OfferedPlan; interval: Interval; quantity: number };

/** A person as the portal knows them; linked to the identity provider by (issuer, subject). */
export type UsersTable = {
  id: Generated<string>;
  issuer: string;
  subject: string;
  email: string;
  email_verified: boolean;
  first_name: string;
  last_name: string;
  portal_admin: Generated<boolean>;
  /** A removed person's tokens stop working within a minute. */
  disabled_at: Moment;
  gender: Generated<string>;
  birthday: string | null;
  currency: Generated<string>;
  country: Generated<string>;
  timezone: Generated<string>;
  locale: Generated<string>;
  contact_info: Document;
  dj_info: Document;
  pretty_url: string | null;
  /** The name of an image. */
  avatar: string | null;
  preferences: Document;
  search_name: SearchName;
  created: Created;
  updated: Changed;
};

export type AccountsTable = {
  key: AccountKey;
  company: string;
  email: string;
  address: Generated<string>;
  telephone: Generated<string>;
  city: Generated<string>;
  zip: Generated<string>;
  area: Generated<string>;
  country: Generated<string>;
  currency: Generated<string>;
  /** Minor units. */
  balance: Bigint;
  balance_free: Bigint;
  balance_pending: Bigint;
  comments: Generated<string>;
  fax: Generated<string>;
  vatid: Generated<string>;
  vatid_valid: Generated<boolean>;
  vat_category: Generated<string>;
  customer_type: Generated<string>;
  job_description: Generated<string>;
  doy: Generated<string>;
  gold_brd: Generated<boolean>;
  credit_card: Generated<boolean>;
  /** A day, as 2026-11-21. */
  date_to: string | null;
  /** The name of an image. */
  logo: string | null;
  chat_support: Generated<boolean>;
  custom_limits: ColumnType<Partial<CustomLimits>, string | undefined, string>;
  invoice_settings: Document;
  requested_plan: ColumnType<RequestedPlan | null, string | null | undefined, string | null>;
  search_name: SearchName;
  suspended_at: Moment;
  deleted_at: Moment;
  created: Created;
  updated: Changed;
};

export type AccountMembersTable = {
  account_key: AccountKey;
  user_id: string;
  role: 'owner' | 'admin';
  created: Created;
};
export type StationMembersTable = {
  station_key: StationKey;
  user_id: string;
  role: 'owner' | 'admin' | 'staff';
  created: Created;
};

/** What of a station is only shown and searched is in columns; `settings` holds radio_server_settings' rest. */
export type StationsTable = {
  key: StationKey;
  account_key: AccountKey;
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
  /** Only the portal lifts a suspension of its own. */
  suspended_by_portal: Generated<boolean>;
  /** Of a relay: the station here whose sound it sends on; named still when that is gone. */
  master_key: StationKey | null;
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
  /** Not in stations of before there was HLS. */
  hls?: boolean;
  allow_secure: boolean;
  interrupt_master: boolean;
  call_in_allowed: boolean;
  studio_allowed: boolean;
  metadata: string;
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
  state: 'preparing' | 'ready' | 'failed';
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
  created: Created;
  updated: Changed;
};

/** Domain events, written in the transaction of what they tell. */
export type OutboxTable = {
  id: Generated<number>;
  topic: string;
  payload: JSONColumnType<Record<string, unknown>>;
  created: Created;
};

export type IdempotencyTable = {
  user_id: string;
  endpoint: string;
  key: string;
  /** null while the first call is still at work */
  status: number | null;
  reply: JSONColumnType<Record<string, unknown>> | null;
  created: Created;
};

/** Secrets made at the first start: token and address-hash keys, the engine's control token. */
export type SecretsTable = { name: string; value: string; created: Created };

export type ApplicationsTable = {
  id: Generated<string>;
  account_key: AccountKey;
  name: string;
  platform: 'ios' | 'android';
  /** What it reports its sessions under. */
  application_key: string;
  created: Created;
};

/** What an account, or one station of it, is subscribed to; at most one that isn't cancelled. */
export type SubscriptionsTable = {
  id: Generated<string>;
  account_key: AccountKey;
  station_key: StationKey | null;
  plan: PlanId;
  price_id: string | null;
  quantity: Generated<number>;
  status: 'trialing' | 'active' | 'past_due' | 'canceled';
  legacy: Generated<boolean>;
  promo_code: string | null;
  ends: Moment;
  canceled_at: Moment;
  created: Created;
  updated: Changed;
};

export type InvitationsTable = {
  /** Names it to those who sent it and to the invited; the secret of the mail is only kept as its hash. */
  id: string;
  token_hash: string;
  scope: 'portal' | 'account' | 'station';
  account_key: AccountKey | null;
  station_key: StationKey | null;
  email: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  role: 'owner' | 'admin' | 'staff';
  invited_by: string | null;
  created: Created;
  expires_at: Date;
  state: Generated<'pending' | 'accepted' | 'rejected' | 'withdrawn'>;
  answered_at: Moment;
  answered_by: string | null;
};

export type NotificationsTable = {
  id: Generated<string>;
  title: string;
  text: string;
  level: 'info' | 'success' | 'warning' | 'danger';
  link: Generated<string>;
  until: Moment;
  created: Created;
  updated: Changed;
};
export type PostsTable = {
  key: Generated<string>;
  title: string;
  content_html: string;
  format: 'large' | 'small' | 'banner';
  image: string | null;
  image_target_url: Generated<string>;
  start_sending: Moment;
  stop_sending: Moment;
  rules: ColumnType<Record<string, unknown>, string, string>;
  created: Created;
  updated: Changed;
};
/** Who has seen which notification or post. */
export type SeenTable = { user_id: string; kind: 'notification' | 'post'; id: string; at: Created };
export type ChangelogTable = {
  id: Generated<string>;
  title: string;
  version: Generated<string>;
  content_html: string;
  kind: 'added' | 'changed' | 'fixed' | 'removed';
  date: string;
  created: Created;
  updated: Changed;
};
export type PartnersTable = {
  slug: string;
  name: string;
  description: Generated<string>;
  website: Generated<string>;
  email: Generated<string>;
  active: Generated<boolean>;
  logo: string | null;
  created: Created;
  updated: Changed;
};
export type PortalSettingsTable = { name: string; value: ColumnType<unknown, string, string>; updated: Changed };

/** By whose code a person came, and when the referral tracker was told. */
export type ReferralsTable = { user_id: string; code: string; told_at: Moment; created: Created };

/** Who did what; a trigger refuses to change or remove a row. */
export type AuditTable = {
  id: Generated<number>;
  at: Created;
  user_id: string;
  email: string;
  name: string;
  action: string;
  target: JSONColumnType<Record<string, string>>;
  keys: string[];
  fields: string[];
};

/* The embedded identity provider's own tables; the portal's code never reads them. */
export type IdpUsersTable = {
  id: Generated<string>;
  email: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  created: Created;
  updated: Changed;
};
export type IdpModelsTable = {
  model: string;
  id: string;
  payload: JSONColumnType<Record<string, unknown>>;
  grant_id: string | null;
  uid: string | null;
  user_code: string | null;
  consumed_at: Moment;
  expires_at: Moment;
};
export type IdpLinksTable = {
  /** sha256 of the secret in the mail */
  hash: string;
  purpose: 'verify' | 'reset' | 'email';
  /** The registration it confirms, or the person whose password or e-mail it changes. */
  subject: string;
  /** The address that becomes theirs. */
  email: string | null;
  expires_at: Date;
  used_at: Moment;
};

export type Database = {
  users: UsersTable;
  accounts: AccountsTable;
  account_members: AccountMembersTable;
  station_members: StationMembersTable;
  stations: StationsTable;
  tracks: TracksTable;
  renditions: RenditionsTable;
  playlist_tracks: PlaylistTracksTable;
  autodj: AutoDjTable;
  upload_tasks: UploadTasksTable;
  outbox: OutboxTable;
  idempotency: IdempotencyTable;
  secrets: SecretsTable;
  applications: ApplicationsTable;
  subscriptions: SubscriptionsTable;
  invitations: InvitationsTable;
  notifications: NotificationsTable;
  posts: PostsTable;
  seen: SeenTable;
  changelog: ChangelogTable;
  partners: PartnersTable;
  portal_settings: PortalSettingsTable;
  referrals: ReferralsTable;
  audit: AuditTable;
  idp_users: IdpUsersTable;
  idp_models: IdpModelsTable;
  idp_links: IdpLinksTable;
};
