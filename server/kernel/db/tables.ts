import type { AutomationTable } from './automation-tables.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { CustomLimits, Interval, OfferedPlan, PlanId } from '#contract/plans.ts';
import type { DayPartsTable, DayPartTracksTable, JinglesTable, PlaylistStepsTable } from './autodj-tables.ts';
import type { AppEventBatchesTable, AppEventIdsTable, AppReportingTable } from './app-event-tables.ts';
import type { Bigint, Changed, Created, Document, Moment, SearchName } from './columns.ts';
import type { RoyaltyCorrectionsTable, RoyaltySettingsTable } from './royalty-tables.ts';
import type { StreamRulesTable } from './stream-rules-table.ts';
import type { IdentityDatabase } from './identity-tables.ts';
import type { ReportDatabase } from './report-tables.ts';
import type { AlertEmailsTable, AlertRecipientsTable, StationAlertsTable } from './monitoring-tables.ts';
import type {
  RawArchiveFilesTable,
  RawArchiveIntervalsTable,
  RawExportsTable,
  RawReportsTable,
} from './raw-data-tables.ts';
import type { PodcastDatabase } from './podcast-database.ts';
import type {
  NotificationsTable,
  PostsTable,
  SeenTable,
  ChangelogTable,
  PartnersTable,
  PortalSettingsTable,
} from './portal-tables.ts';
import type {
  StationsTable,
  TracksTable,
  RenditionsTable,
  ResumableUploadsTable,
  PlaylistTracksTable,
  AutoDjTable,
  UploadTasksTable,
} from './station-tables.ts';

export type { EpisodesTable, EpisodeTasksTable, OrphanedFilesTable, PodcastsTable } from './podcast-tables.ts';
export type { ChangelogTable, NotificationsTable, PartnersTable, PostsTable } from './portal-tables.ts';
export type {
  AutoDjTable,
  RenditionsTable,
  ResumableUploadsTable,
  StationSettings,
  StationsTable,
  TracksTable,
  UploadTasksTable,
} from './station-tables.ts';

/* The tables of PostgreSQL for Kysely; `migrations/` creates them. */

type RequestedPlan = { plan: OfferedPlan; interval: Interval; quantity: number };

/** A user of the portal; linked to the identity provider by (issuer, subject). */
export type UsersTable = {
  id: Generated<string>;
  issuer: string;
  subject: string;
  email: string;
  email_verified: boolean;
  first_name: string;
  last_name: string;
  portal_admin: Generated<boolean>;
  /** Tokens of a removed user stop working within a minute. */
  disabled_at: Moment;
  /** Access tokens issued earlier are refused, as the password has changed since. */
  tokens_from: Moment;
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

/** Domain events, written in the transaction of the change. */
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
  /** SHA-256 of the request: the key is valid for this request only. */
  request_hash: string | null;
  /** null while the first call is running */
  status: number | null;
  reply: JSONColumnType<Record<string, unknown>> | null;
  created: Created;
};

/** Secrets generated at the first start: token and address-hash keys, the engine's control token. */
export type SecretsTable = { name: string; value: string; created: Created };

export type ApplicationsTable = {
  id: Generated<string>;
  account_key: AccountKey;
  name: string;
  platform: 'ios' | 'android';
  /** The key under which it reports its events. */
  application_key: string;
  created: Created;
};

/** The subscription of an account or of one station; at most one that isn't cancelled. */
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
  /** Identifies it to its senders and to the invited person; only a hash of the e-mail's secret is stored. */
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

/** The referral code that a user came by, and when the referral tracker was notified. */
export type ReferralsTable = { user_id: string; code: string; told_at: Moment; created: Created };

/** The audit log; a trigger prevents changing or removing a row. */
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

export type Database = ReportDatabase &
  IdentityDatabase &
  PodcastDatabase & {
    users: UsersTable;
    accounts: AccountsTable;
    account_members: AccountMembersTable;
    station_members: StationMembersTable;
    stations: StationsTable;
    tracks: TracksTable;
    renditions: RenditionsTable;
    playlist_tracks: PlaylistTracksTable;
    autodj: AutoDjTable;
    stream_rules: StreamRulesTable;
    automation: AutomationTable;
    jingles: JinglesTable;
    day_parts: DayPartsTable;
    day_part_tracks: DayPartTracksTable;
    playlist_steps: PlaylistStepsTable;
    upload_tasks: UploadTasksTable;
    resumable_uploads: ResumableUploadsTable;
    royalty_settings: RoyaltySettingsTable;
    royalty_corrections: RoyaltyCorrectionsTable;
    station_alerts: StationAlertsTable;
    alert_letters: AlertEmailsTable;
    alert_recipients: AlertRecipientsTable;
    raw_reports: RawReportsTable;
    raw_archive_spells: RawArchiveIntervalsTable;
    raw_archive_files: RawArchiveFilesTable;
    raw_passes: RawExportsTable;
    outbox: OutboxTable;
    idempotency: IdempotencyTable;
    secrets: SecretsTable;
    applications: ApplicationsTable;
    app_event_ids: AppEventIdsTable;
    app_event_batches: AppEventBatchesTable;
    app_reporting: AppReportingTable;
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
  };
