import { sql, type Kysely } from 'kysely';

/** Saved views of analytics, and scheduled reports. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

/* Both belong to an account, to a station, or to neither: the portal. */
const place = `
    account_key text collate "C" references accounts on delete cascade,
    station_key text collate "C" references stations on delete cascade,
    check (account_key is null or station_key is null)`;

const statements = [
  `create table saved_views (
    id uuid primary key default gen_random_uuid(), user_id uuid references users on delete set null, ${place},
    page text not null, name text not null, search jsonb not null, shared boolean not null,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create unique index saved_views_name on saved_views
    (user_id, coalesce(station_key, account_key, ''), page, lower(name)) where user_id is not null`,
  `create index saved_views_place on saved_views (coalesce(station_key, account_key, ''))`,
  // The default view of a user's page; several users may choose the same shared view.
  `create table default_views (
    user_id uuid not null references users on delete cascade, place text not null, page text not null,
    view_id uuid not null references saved_views on delete cascade, primary key (user_id, place, page))`,
  `create index default_views_view on default_views (view_id)`,

  // `next` is in the time zone that the account or station had when it was scheduled.
  `create table report_schedules (
    id uuid primary key default gen_random_uuid(), ${place},
    every text not null check (every in ('day', 'week', 'month')), weekday int not null, hour int not null,
    zone text not null, next timestamptz not null,
    created_by uuid references users on delete set null,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create index report_schedules_next on report_schedules (next)`,
  `create index report_schedules_account on report_schedules (account_key)`,
  `create index report_schedules_station on report_schedules (station_key)`,
  `create table report_recipients (
    id uuid primary key default gen_random_uuid(),
    schedule_id uuid not null references report_schedules on delete cascade, email text not null,
    state text not null check (state in ('confirmed', 'asked', 'unsubscribed')),
    secret_hash text unique, asked timestamptz, unique (schedule_id, email))`,
  `create index report_recipients_email on report_recipients (email)`,
  // Stored for a day, so that nobody gets repeated requests.
  `create table report_questions (email text not null, asked timestamptz not null)`,
  `create index report_questions_email on report_questions (email, asked)`,

  `create table report_sendings (
    id uuid primary key default gen_random_uuid(),
    schedule_id uuid not null references report_schedules on delete cascade,
    due timestamptz not null, on_request boolean not null, from_date text not null, to_date text not null,
    planned timestamptz not null, ordered boolean not null default false, ended timestamptz, reason text not null default '')`,
  `create unique index report_sendings_due on report_sendings (schedule_id, due) where not on_request`,
  `create index report_sendings_last on report_sendings (schedule_id, due desc)`,
  `create index report_sendings_unordered on report_sendings (due) where not ordered`,
  `create table report_letters (
    sending_id uuid not null references report_sendings on delete cascade,
    recipient_id uuid not null references report_recipients on delete cascade,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
    reason text not null default '', sent timestamptz, primary key (sending_id, recipient_id))`,
];
