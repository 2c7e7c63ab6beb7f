/** Saved views and scheduled reports, raw data, royalty, app events and shared links. */
export const analytics: readonly string[] = [
  `create table raw_reports (
    id uuid default gen_random_uuid() primary key, station_key text not null references stations on delete cascade,
    user_id uuid not null references users on delete cascade, kind text not null, from_date text not null,
    to_date text not null, timezone text not null, state text not null default 'waiting',
    attempts int not null default 0, rows bigint not null default 0, bytes bigint not null default 0,
    ready timestamptz, mailed timestamptz, created timestamptz not null default now())`,
  // A repeated request while the file is being prepared gives the same file.
  `create unique index raw_reports_waiting on raw_reports (station_key, user_id, kind, from_date, to_date)
    where state = 'waiting'`,
  'create index raw_reports_user on raw_reports (user_id, station_key, created desc)',
  'create index raw_reports_state on raw_reports (state, created)',

  `create table raw_archive_intervals (
    station_key text constraint raw_archive_spells_station_key_not_null not null constraint raw_archive_spells_station_key_fkey references stations on delete cascade,
    from_month text constraint raw_archive_spells_from_month_not_null not null, until_month text,
    created timestamptz constraint raw_archive_spells_created_not_null not null default now(),
    constraint raw_archive_spells_pkey primary key (station_key, from_month))`,
  'create unique index raw_archive_spells_open on raw_archive_intervals (station_key) where until_month is null',

  `create table raw_archive_files (
    station_key text references stations on delete cascade, month text, rows bigint not null, bytes bigint not null,
    sha256 text not null, made timestamptz not null default now(), primary key (station_key, month))`,

  `create table raw_exports (
    id uuid constraint raw_passes_id_not_null not null default gen_random_uuid() constraint raw_passes_pkey primary key,
    station_key text constraint raw_passes_station_key_not_null not null constraint raw_passes_station_key_fkey references stations on delete cascade,
    file text constraint raw_passes_file_not_null not null,
    filename text constraint raw_passes_filename_not_null not null,
    bytes bigint constraint raw_passes_bytes_not_null not null,
    encoded boolean constraint raw_passes_encoded_not_null not null,
    expires timestamptz constraint raw_passes_expires_not_null not null)`,
  'create index raw_passes_expires on raw_exports (expires)',

  `create table royalty_settings (
    account_key text primary key references accounts on delete cascade, service_name text not null,
    category text not null, territory text not null, per_station boolean not null,
    station_names jsonb not null default '{}', updated timestamptz not null default now())`,

  `create table royalty_corrections (
    account_key text references accounts on delete cascade, raw text, shown text not null, kind text not null,
    artist text not null, title text not null, album text not null, label text not null, isrc text not null,
    updated timestamptz not null default now(), primary key (account_key, raw))`,

  // IDs are unique per app; they are deleted once an event with one would be too old to be accepted.
  `create table app_event_ids (
    application_id uuid, id uuid,
    received timestamptz constraint app_event_ids_taken_not_null not null default now(),
    primary key (application_id, id))`,
  'create index app_event_ids_taken on app_event_ids using brin (received)',

  // Committed together with their IDs; deleted once they are in ClickHouse.
  `create table app_event_batches (
    n bigserial primary key, rows jsonb not null,
    received timestamptz constraint app_event_batches_taken_not_null not null default now())`,

  // Outlives the app, as do its events.
  `create table app_reporting (
    application_id uuid primary key, account_key text not null references accounts on delete cascade,
    last_event timestamptz not null)`,
  'create index app_reporting_account on app_reporting (account_key)',

  `create table saved_views (
    id uuid default gen_random_uuid() primary key, user_id uuid references users on delete set null,
    account_key text collate "C" references accounts on delete cascade,
    station_key text collate "C" references stations on delete cascade, page text not null, name text not null,
    search jsonb not null, shared boolean not null, created timestamptz not null default now(),
    updated timestamptz not null default now(), check ((account_key is null) or (station_key is null)))`,
  `create unique index saved_views_name on saved_views
    (user_id, coalesce(station_key, account_key, ''), page, lower(name)) where user_id is not null`,
  `create index saved_views_place on saved_views (coalesce(station_key, account_key, ''))`,

  // The default view of a user's page; several users may choose the same shared view.
  `create table default_views (
    user_id uuid references users on delete cascade, place text, page text,
    view_id uuid not null references saved_views on delete cascade, primary key (user_id, place, page))`,
  'create index default_views_view on default_views (view_id)',

  // `next` is in the time zone that the account or station had when it was scheduled.
  `create table report_schedules (
    id uuid default gen_random_uuid() primary key,
    account_key text collate "C" references accounts on delete cascade,
    station_key text collate "C" references stations on delete cascade,
    every text not null check (every in ('day', 'week', 'month')), weekday int not null, hour int not null,
    zone text not null, next timestamptz not null, created_by uuid references users on delete set null,
    created timestamptz not null default now(), updated timestamptz not null default now(),
    kind text not null default 'streaming' check (kind in ('streaming', 'podcasts', 'ctl', 'app', 'campaign')),
    about_podcast text collate "C" references podcasts on delete cascade,
    about_station text collate "C" references stations on delete cascade,
    check ((account_key is null) or (station_key is null)),
    constraint report_schedules_check1 check ((about_podcast is null) or (kind = 'podcasts')),
    constraint report_schedules_check2 check ((about_station is null) or (kind = 'app')))`,
  'create index report_schedules_next on report_schedules (next)',
  'create index report_schedules_account on report_schedules (account_key)',
  'create index report_schedules_station on report_schedules (station_key)',
  'create index report_schedules_podcast on report_schedules (about_podcast) where about_podcast is not null',
  'create index report_schedules_about_station on report_schedules (about_station) where about_station is not null',

  `create table report_recipients (
    id uuid default gen_random_uuid() primary key,
    schedule_id uuid not null references report_schedules on delete cascade, email text not null,
    state text not null check (state in ('confirmed', 'asked', 'unsubscribed')), secret_hash text unique,
    confirmation_sent timestamptz,
    confirmed_by_email boolean constraint report_recipients_agreed_not_null not null default false,
    unique (schedule_id, email))`,
  'create index report_recipients_email on report_recipients (email)',

  // Stored for a day, so that nobody gets repeated requests.
  `create table report_confirmations (
    email text constraint report_questions_email_not_null not null,
    requested timestamptz constraint report_questions_asked_not_null not null)`,
  'create index report_questions_email on report_confirmations (email, requested)',

  `create table report_mailings (
    id uuid constraint report_sendings_id_not_null not null default gen_random_uuid() constraint report_sendings_pkey primary key,
    schedule_id uuid constraint report_sendings_schedule_id_not_null not null constraint report_sendings_schedule_id_fkey references report_schedules on delete cascade,
    due timestamptz constraint report_sendings_due_not_null not null,
    on_request boolean constraint report_sendings_on_request_not_null not null,
    from_date text constraint report_sendings_from_date_not_null not null,
    to_date text constraint report_sendings_to_date_not_null not null,
    planned timestamptz constraint report_sendings_planned_not_null not null,
    queued boolean constraint report_sendings_ordered_not_null not null default false, ended timestamptz,
    reason text constraint report_sendings_reason_not_null not null default '')`,
  'create unique index report_sendings_due on report_mailings (schedule_id, due) where not on_request',
  'create index report_sendings_last on report_mailings (schedule_id, due desc)',
  'create index report_sendings_unordered on report_mailings (due) where not queued',

  `create table report_emails (
    mailing_id uuid constraint report_letters_sending_id_not_null not null constraint report_letters_sending_id_fkey references report_mailings on delete cascade,
    recipient_id uuid constraint report_letters_recipient_id_not_null not null constraint report_letters_recipient_id_fkey references report_recipients on delete cascade,
    state text constraint report_letters_state_not_null not null default 'waiting' constraint report_letters_state_check check (state in ('waiting', 'sent', 'failed')),
    reason text constraint report_letters_reason_not_null not null default '', sent timestamptz,
    constraint report_letters_pkey primary key (mailing_id, recipient_id))`,

  // A link of a station has the station's key only: it stays with the station.
  `create table shared_links (
    id uuid default gen_random_uuid() primary key,
    account_key text collate "C" references accounts on delete cascade,
    station_key text collate "C" references stations on delete cascade, name text not null, view jsonb not null,
    created_by uuid references users on delete set null, created timestamptz not null default now(),
    expires timestamptz not null, revoked timestamptz, opened int not null default 0, last_opened timestamptz,
    check ((account_key is null) <> (station_key is null)))`,
  'create index shared_links_account on shared_links (account_key)',
  'create index shared_links_station on shared_links (station_key)',

  `create table annotations (
    id uuid default gen_random_uuid() primary key,
    account_key text collate "C" references accounts on delete cascade,
    station_key text collate "C" references stations on delete cascade, date date not null, text text not null,
    created_by uuid references users on delete set null, created timestamptz not null default now(),
    updated timestamptz not null default now(), check ((account_key is null) <> (station_key is null)))`,
  'create index annotations_account on annotations (account_key, date)',
  'create index annotations_station on annotations (station_key, date)',
];
