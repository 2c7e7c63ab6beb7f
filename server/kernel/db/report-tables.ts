import type { ColumnType, Generated } from 'kysely';
import type { AccountKey, PodcastKey, StationKey } from '#contract/keys.ts';
import type { ReportKind, ReportRhythm } from '#contract/report-schedule.ts';
import type { ViewPage, ViewSearch } from '#contract/saved-view.ts';
import type { Changed, Created, Moment } from './columns.ts';

/* The tables of saved views and mailed reports. Without account and station a row is the portal's. */

type PlaceColumns = { account_key: AccountKey | null; station_key: StationKey | null };

export type SavedViewsTable = PlaceColumns & {
  id: Generated<string>;
  /** Null where its maker is gone; then it is a shared one. */
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
  /** The one podcast or station that an account's report is of, where it is not of all. */
  about_podcast: PodcastKey | null;
  about_station: StationKey | null;
  every: ReportRhythm;
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
  /** Whether it said so by a letter; without that it gets numbers while its person may read them. */
  agreed: Generated<boolean>;
  /** Of the secret in the letter that asks. */
  secret_hash: string | null;
  asked: Moment;
};

export type ReportQuestionsTable = { email: string; asked: Date };

export type ReportSendingsTable = {
  id: Generated<string>;
  schedule_id: string;
  due: Date;
  on_request: boolean;
  from_date: string;
  to_date: string;
  /** When it was written down: after `due` where the portal was away then. */
  planned: Date;
  /** Whether its job was sent. */
  ordered: Generated<boolean>;
  ended: Moment;
  reason: Generated<string>;
};

export type ReportLettersTable = {
  sending_id: string;
  recipient_id: string;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  reason: Generated<string>;
  sent: Moment;
};

export type ReportDatabase = {
  saved_views: SavedViewsTable;
  default_views: DefaultViewsTable;
  report_schedules: ReportSchedulesTable;
  report_recipients: ReportRecipientsTable;
  report_questions: ReportQuestionsTable;
  report_sendings: ReportSendingsTable;
  report_letters: ReportLettersTable;
};
