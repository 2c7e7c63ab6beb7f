/** Users, the outbox, secrets, the audit log, and what the kernel counts and remembers. */
export const foundation: readonly string[] = [
  'create sequence job_processes as int cycle',
  `create table users (
    id uuid default gen_random_uuid() primary key, issuer text not null, subject text not null, email text not null,
    email_verified boolean not null, first_name text not null, last_name text not null,
    portal_admin boolean not null default false, disabled_at timestamptz,
    created timestamptz not null default now(), updated timestamptz not null default now(),
    search_name text collate "C" not null generated always as (search_text(first_name || ' ' || last_name || ' ' || email)) stored,
    gender text not null default '', birthday date, currency text not null default '',
    country text not null default '', timezone text not null default '', locale text not null default '',
    contact_info jsonb not null default '{}', dj_info jsonb not null default '{}', pretty_url text, avatar text,
    preferences jsonb not null default '{}', tokens_from timestamptz, unwanted_emails text[] not null default '{}',
    unique (issuer, subject))`,
  'create index users_search on users using gin (search_name gin_trgm_ops)',
  'create unique index users_pretty_url on users (lower(pretty_url)) where pretty_url is not null',
  `create index users_name on users (lower(first_name || ' ' || last_name), id)`,
  'create index users_email on users (lower(email), id)',
  'create index users_created on users (created, id)',
  `create index users_disabled on users (lower(first_name || ' ' || last_name), id) where disabled_at is not null`,
  `create index users_admins on users (lower(first_name || ' ' || last_name), id) where portal_admin`,
  'create index users_subject on users (subject)',
  'alter table users alter search_name set statistics 1000',

  `create table outbox (
    id bigserial primary key, topic text not null, payload jsonb not null,
    created timestamptz not null default now())`,

  `create table idempotency (
    user_id uuid, endpoint text, key text, status int, reply jsonb, created timestamptz not null default now(),
    request_hash text, primary key (user_id, endpoint, key))`,

  `create table secrets (
    name text primary key, value text not null, created timestamptz not null default now())`,

  `create table audit (
    id bigserial primary key, at timestamptz not null default now(), user_id uuid not null, email text not null,
    name text not null, action text not null, target jsonb not null, keys text[] not null, fields text[] not null,
    search_name text collate "C" not null generated always as (search_text(name || ' ' || email)) stored)`,
  'create index audit_keys on audit using gin (keys)',
  'create index audit_user on audit (user_id, id desc)',
  'create index audit_search on audit using gin (search_name gin_trgm_ops)',
  'create index audit_action on audit (action, id)',
  'create index audit_at on audit (at)',

  // Which process started which job, so that a job that kills its process isn't retried for ever.
  `create table job_starts (
    job text, subject text, process int, begun timestamptz not null default now(),
    primary key (job, subject, process))`,

  // What e-mails were about, never what they said.
  `create table sent_emails (
    id bigint generated always as identity primary key, recipient text not null, subject text not null,
    at timestamptz not null default now(), failure text not null default '')`,
  'create index sent_emails_recipient on sent_emails (recipient, at)',
  'create index sent_emails_at on sent_emails (at)',

  // Calls counted by rate limits, for all portals together; unlogged, as a crash may forget the counts of an hour.
  `create unlogged table rate_windows (
    key text primary key, ends timestamptz not null, count int not null)`,
  'create index rate_windows_ends on rate_windows (ends)',

  `create function audit_is_kept() returns trigger language plpgsql as $$
   begin raise exception 'the audit log is append-only'; end $$`,
  `create trigger audit_is_kept before update or delete or truncate on audit for each statement
   execute function audit_is_kept()`,
];
