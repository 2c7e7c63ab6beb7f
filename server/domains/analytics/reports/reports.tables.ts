import type { ColumnType, Generated } from 'kysely';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { ReportFrequency, ReportKind } from '#contract/api/report-schedule.ts';
import type { ViewPage, ViewSearch } from '#contract/api/saved-view.ts';
import type { Changed, Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    saved_views: SavedViewsTable;
    default_views: DefaultViewsTable;
    report_schedules: ReportSchedulesTable;
    report_recipients: ReportRecipientsTable;
    report_confirmations: ReportConfirmationsTable;
    report_mailings: ReportMailingsTable;
    report_emails: ReportEmailsTable;
  }
}

type PlaceColumns = { account_key: AccountKey | null; station_key: StationKey | null };

export type SavedViewsTable = PlaceColumns & {
  id: Generated<string>;
  /** Null if its creator no longer exists; then it is a shared view. */
  user_id: string | null;
  page: ViewPage;
  name: string;
  search: ColumnType<ViewSearch, string, string>;
  shared: boolean;
  created: Created;
  updated: Changed;
};

export type DefaultViewsTable = { user_id: string; place: string; page: ViewPage; view_id: string };

export type ReportSchedulesTable = PlaceColumns & {
  id: Generated<string>;
  kind: Generated<ReportKind>;
  /** The podcast or station that an account's report is limited to, if any. */
  about_podcast: PodcastKey | null;
  about_station: StationKey | null;
  every: ReportFrequency;
  weekday: number;
  hour: number;
  zone: string;
  next: Date;
  created_by: string | null;
  created: Created;
  updated: Changed;
};

export type ReportRecipientsTable = {
  id: Generated<string>;
  schedule_id: string;
  email: string;
  state: 'confirmed' | 'asked' | 'unsubscribed';
  /** Whether the recipient confirmed by e-mail; without it the recipient gets reports as a user with access. */
  confirmed_by_email: Generated<boolean>;
  /** Hash of the secret in the confirmation request. */
  secret_hash: string | null;
  confirmation_sent: Moment;
};

export type ReportConfirmationsTable = { email: string; requested: Date };

export type ReportMailingsTable = {
  id: Generated<string>;
  schedule_id: string;
  due: Date;
  on_request: boolean;
  from_date: string;
  to_date: string;
  /** When it was recorded: after `due` if the portal was down at that time. */
  planned: Date;
  /** Whether its job was queued. */
  queued: Generated<boolean>;
  ended: Moment;
  reason: Generated<string>;
};

export type ReportEmailsTable = {
  mailing_id: string;
  recipient_id: string;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  reason: Generated<string>;
  sent: Moment;
};
