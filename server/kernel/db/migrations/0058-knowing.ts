import { sql, type Kysely } from 'kysely';

/** Links that show statistics without an account, annotations, seeing as a person, sent e-mails, and former views of today. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // A link of a station has the station's key only: it stays with the station.
  `create table shared_links (
    id uuid primary key default gen_random_uuid(),
    account_key text collate "C" references accounts on delete cascade,
    station_key text collate "C" references stations on delete cascade,
    check ((account_key is null) <> (station_key is null)),
    name text not null, view jsonb not null,
    created_by uuid references users on delete set null, created timestamptz not null default now(),
    expires timestamptz not null, revoked timestamptz,
    opened int not null default 0, last_opened timestamptz)`,
  `create index shared_links_account on shared_links (account_key)`,
  `create index shared_links_station on shared_links (station_key)`,

  `create table annotations (
    id uuid primary key default gen_random_uuid(),
    account_key text collate "C" references accounts on delete cascade,
    station_key text collate "C" references stations on delete cascade,
    check ((account_key is null) <> (station_key is null)),
    date date not null, text text not null,
    created_by uuid references users on delete set null,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create index annotations_account on annotations (account_key, date)`,
  `create index annotations_station on annotations (station_key, date)`,

  // An administrator who sees the portal as a person.
  `create table see_as (
    id uuid primary key default gen_random_uuid(),
    admin_id uuid not null references users on delete cascade, user_id uuid not null references users on delete cascade,
    reason text not null, created timestamptz not null default now(), expires timestamptz not null, ended timestamptz)`,
  `create index see_as_user on see_as (user_id)`,
  `create index see_as_admin on see_as (admin_id)`,

  // What e-mails were about, never what they said.
  `create table sent_emails (
    id bigint generated always as identity primary key, recipient text not null, subject text not null,
    at timestamptz not null default now(), failure text not null default '')`,
  `create index sent_emails_recipient on sent_emails (recipient, at)`,
  `create index sent_emails_at on sent_emails (at)`,

  // Analytics pages opened with today; they now open with the last seven days.
  `update saved_views set search = search || '{"period": "today"}'
   where page in ('streaming', 'podcasts', 'podcasts-full', 'ctl', 'app') and not search ? 'period'`,
];
