import { sql, type Kysely } from 'kysely';

/** Accounts and users with every field of spec §3, subscriptions, invitations, portal content and the audit log. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of [...searchByName, ...statements]) await sql.raw(statement).execute(db);
};

const signs = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`;
const notInNames = [...signs].map((_, n) => String.fromCodePoint(0x80 + n)).join('');
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * The search text of names (kernel/db/name-search.ts). If the cluster's ctype is C, trigrams only know ASCII letters
 * and digits, so other letters and signs are encoded in those (`ñ` as X303X261, a space as Q; nothing else has
 * capitals). That also makes comparisons bytewise, and phrases as selective as they are. After the name follow its
 * words, each behind a mark.
 */
const searchByName = [
  `create function search_letters(given text) returns text language sql immutable strict parallel safe as $$
    select translate(encode(convert_to(translate(lower(normalize(given)),
      ${quoted(`ς${signs}`)} || chr(1), ${quoted(`σ${notInNames}`)}), 'UTF8'), 'escape'), chr(92) || ' ', 'XQ') $$`,
  `create function search_text(name text) returns text language sql immutable strict parallel safe as $$
    select search_letters(name) || chr(1)
      || translate(search_letters(regexp_replace(normalize(name), '[^[:alnum:]]+', ' ', 'g')), 'Q', chr(1)) $$`,
  `create function search_pattern(search text) returns text language sql immutable strict parallel safe as $$
    select '%' || case when normalize(search) ~ '^[[:alnum:]]{1,2}$' then chr(1) else '' end
      || search_letters(search) || '%' $$`,
  `alter table accounts add search_name text collate "C" not null generated always as (search_text(company)) stored`,
  `alter table users add search_name text collate "C" not null
    generated always as (search_text(first_name || ' ' || last_name || ' ' || email)) stored`,
  // The trigger that compares whole rows doesn't work with a generated column.
  `alter table stations add search_name text collate "C" not null default ''`,
  `create function station_named() returns trigger language plpgsql as $$
   begin
     new.search_name := search_text(new.name);
     return new;
   end $$`,
  `create trigger station_named before insert or update of name on stations for each row execute function station_named()`,
  `alter table stations disable trigger stations_changed`,
  `update stations set name = name`,
  `alter table stations enable trigger stations_changed`,
  ...['accounts', 'users', 'stations'].flatMap((table) => [
    `create index ${table}_search on ${table} using gin (search_name gin_trgm_ops)`,
    // So that the planner distinguishes a word of one name in a thousand from one in a hundred thousand.
    `alter table ${table} alter search_name set statistics 1000`,
  ]),
  `drop index accounts_company_trgm`,
  `drop index stations_name_trgm`,
];

const statements = [
  `alter table accounts
    add fax text not null default '', add vatid text not null default '', add vatid_valid boolean not null default false,
    add vat_category text not null default '', add customer_type text not null default '',
    add job_description text not null default '', add doy text not null default '',
    add gold_brd boolean not null default false, add credit_card boolean not null default false,
    add balance_free bigint not null default 0, add balance_pending bigint not null default 0,
    add date_to date, add logo text, add chat_support boolean not null default true,
    add custom_limits jsonb not null default '{}', add invoice_settings jsonb not null default '{}',
    add requested_plan jsonb`,
  `create index accounts_created on accounts (created, key) where deleted_at is null`,
  `create index accounts_updated on accounts (updated, key) where deleted_at is null`,
  `create index accounts_email on accounts (lower(email), key) where deleted_at is null`,
  `create index accounts_suspended on accounts (lower(company), key) where suspended_at is not null and deleted_at is null`,
  `create index accounts_requested on accounts (lower(company), key) where requested_plan is not null and deleted_at is null`,
  `alter table stations add featured boolean not null default false`,
  `create index stations_created on stations (created, key) where deleted_at is null`,
  `create index stations_updated on stations (updated, key) where deleted_at is null`,
  `create index stations_list on stations (lower(name), key) where deleted_at is null`,
  `create index stations_suspended on stations (lower(name), key) where suspended_at is not null and deleted_at is null`,
  `create index stations_featured on stations (lower(name), key) where featured and deleted_at is null`,
  `create index stations_relay on stations (lower(name), key) where type = 2 and deleted_at is null`,
  `create table applications (
    id uuid primary key default gen_random_uuid(), account_key text not null references accounts on delete cascade,
    name text not null, platform text not null check (platform in ('ios', 'android')), application_key text not null unique,
    created timestamptz not null default now())`,
  `create index applications_account on applications (account_key, lower(name))`,

  `create table subscriptions (
    id uuid primary key default gen_random_uuid(), account_key text not null references accounts on delete cascade,
    station_key text references stations on delete cascade, plan text not null, price_id text, quantity int not null default 1,
    status text not null check (status in ('trialing', 'active', 'past_due', 'canceled')),
    legacy boolean not null default false, promo_code text, ends timestamptz, canceled_at timestamptz,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create unique index subscriptions_one_active on subscriptions (account_key)
    where station_key is null and status <> 'canceled'`,
  `create unique index subscriptions_one_active_station on subscriptions (station_key)
    where station_key is not null and status <> 'canceled'`,
  `create index subscriptions_account on subscriptions (account_key, created desc)`,
  `create index subscriptions_plan on subscriptions (plan, account_key) where station_key is null and status <> 'canceled'`,
  // Accounts from before plans existed get a trial.
  `insert into subscriptions (account_key, plan, status, ends)
    select key, 'trial', 'trialing', now() + interval '30 days' from accounts where deleted_at is null`,

  `alter table users
    add gender text not null default '', add birthday date, add currency text not null default '',
    add country text not null default '', add timezone text not null default '', add locale text not null default '',
    add contact_info jsonb not null default '{}', add dj_info jsonb not null default '{}', add pretty_url text,
    add avatar text, add preferences jsonb not null default '{}'`,
  `create unique index users_pretty_url on users (lower(pretty_url)) where pretty_url is not null`,
  `create index users_name on users (lower(first_name || ' ' || last_name), id)`,
  `drop index users_email`,
  `create index users_email on users (lower(email), id)`,
  `create index users_created on users (created, id)`,
  `create index users_disabled on users (lower(first_name || ' ' || last_name), id) where disabled_at is not null`,
  `create index users_admins on users (lower(first_name || ' ' || last_name), id) where portal_admin`,

  `create table invitations (
    id text primary key, token_hash text not null unique,
    scope text not null check (scope in ('portal', 'account', 'station')),
    account_key text references accounts on delete cascade, station_key text references stations on delete cascade,
    email text not null, first_name text not null default '', last_name text not null default '',
    role text not null check (role in ('owner', 'admin', 'staff')), invited_by uuid references users on delete set null,
    created timestamptz not null default now(), expires_at timestamptz not null,
    state text not null default 'pending' check (state in ('pending', 'accepted', 'rejected', 'withdrawn')),
    answered_at timestamptz, answered_by uuid references users on delete set null)`,
  `create unique index invitations_one_pending on invitations (scope, coalesce(station_key, account_key, ''), email)
    where state = 'pending'`,
  `create index invitations_email on invitations (email) where state = 'pending'`,
  `create index invitations_account on invitations (account_key) where state = 'pending'`,
  `create index invitations_station on invitations (station_key) where state = 'pending'`,

  `create table notifications (
    id uuid primary key default gen_random_uuid(), title text not null, text text not null, level text not null,
    link text not null default '', until timestamptz,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create table posts (
    key uuid primary key default gen_random_uuid(), title text not null, content_html text not null, format text not null,
    image text, image_target_url text not null default '', start_sending timestamptz, stop_sending timestamptz,
    rules jsonb not null, created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create table seen (
    user_id uuid not null references users on delete cascade, kind text not null check (kind in ('notification', 'post')),
    id uuid not null, at timestamptz not null default now(), primary key (user_id, kind, id))`,
  `create index seen_thing on seen (kind, id)`,
  `create table changelog (
    id uuid primary key default gen_random_uuid(), title text not null, version text not null default '',
    content_html text not null, kind text not null, date date not null,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create index changelog_date on changelog (date desc, created desc)`,
  `create table partners (
    slug text primary key, name text not null, description text not null default '', website text not null default '',
    email text not null default '', active boolean not null default true, logo text,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `alter table idp_links add email text`,

  `create table referrals (
    user_id uuid primary key references users on delete cascade, code text not null, told_at timestamptz,
    created timestamptz not null default now())`,
  `create table portal_settings (name text primary key, value jsonb not null, updated timestamptz not null default now())`,

  `create table audit (
    id bigserial primary key, at timestamptz not null default now(), user_id uuid not null, email text not null,
    name text not null, action text not null, target jsonb not null, keys text[] not null, fields text[] not null,
    search_name text collate "C" not null generated always as (search_text(name || ' ' || email)) stored)`,
  `create index audit_keys on audit using gin (keys)`,
  `create index audit_user on audit (user_id, id desc)`,
  `create index audit_search on audit using gin (search_name gin_trgm_ops)`,
  `create index audit_action on audit (action, id)`,
  `create index audit_at on audit (at)`,
  `create function audit_is_kept() returns trigger language plpgsql as $$
   begin raise exception 'the audit log is append-only'; end $$`,
  `create trigger audit_is_kept before update or delete or truncate on audit for each statement
   execute function audit_is_kept()`,
];
