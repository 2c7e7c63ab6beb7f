/** Accounts with every field of spec §3, their apps and members, invitations, and administrators who see as another person. */
export const accounts: readonly string[] = [
  `create table accounts (
    key text primary key, company text not null, email text not null, address text not null default '',
    telephone text not null default '', city text not null default '', zip text not null default '',
    area text not null default '', country text not null default '', currency text not null default 'USD',
    balance bigint not null default 0, comments text not null default '', suspended_at timestamptz,
    deleted_at timestamptz, created timestamptz not null default now(), updated timestamptz not null default now(),
    search_name text collate "C" not null generated always as (search_text(company)) stored,
    fax text not null default '', vatid text not null default '', vatid_valid boolean not null default false,
    vat_category text not null default '', customer_type text not null default '',
    job_description text not null default '', doy text not null default '', gold_brd boolean not null default false,
    credit_card boolean not null default false, balance_free bigint not null default 0,
    balance_pending bigint not null default 0, date_to date, logo text, chat_support boolean not null default true,
    custom_limits jsonb not null default '{}', invoice_settings jsonb not null default '{}', requested_plan jsonb,
    held_at timestamptz, held_reason text, campaigns_enabled boolean not null default false,
    ad_requests_available boolean not null default false,
    impression_price_micros bigint check (impression_price_micros >= 0))`,
  'create index accounts_company on accounts (lower(company), key) where deleted_at is null',
  'create index accounts_search on accounts using gin (search_name gin_trgm_ops)',
  'create index accounts_created on accounts (created, key) where deleted_at is null',
  'create index accounts_updated on accounts (updated, key) where deleted_at is null',
  'create index accounts_email on accounts (lower(email), key) where deleted_at is null',
  'create index accounts_suspended on accounts (lower(company), key) where suspended_at is not null and deleted_at is null',
  'create index accounts_requested on accounts (lower(company), key) where requested_plan is not null and deleted_at is null',
  'alter table accounts alter search_name set statistics 1000',

  `create table account_members (
    account_key text references accounts on delete cascade, user_id uuid references users on delete cascade,
    role text not null check (role in ('owner', 'admin')), created timestamptz not null default now(),
    primary key (account_key, user_id))`,
  'create index account_members_user on account_members (user_id)',

  `create table station_members (
    station_key text, user_id uuid references users on delete cascade,
    role text not null check (role in ('owner', 'admin', 'staff')), created timestamptz not null default now(),
    primary key (station_key, user_id))`,
  'create index station_members_user on station_members (user_id)',

  `create table applications (
    id uuid default gen_random_uuid() primary key, account_key text not null references accounts on delete cascade,
    name text not null, platform text not null check (platform in ('ios', 'android')),
    application_key text not null unique, created timestamptz not null default now())`,
  'create index applications_account on applications (account_key, lower(name))',

  `create table invitations (
    id text primary key, token_hash text not null unique,
    scope text not null check (scope in ('portal', 'account', 'station')),
    account_key text references accounts on delete cascade, station_key text, email text not null,
    first_name text not null default '', last_name text not null default '',
    role text not null check (role in ('owner', 'admin', 'staff')),
    invited_by uuid references users on delete set null, created timestamptz not null default now(),
    expires_at timestamptz not null,
    state text not null default 'pending' check (state in ('pending', 'accepted', 'rejected', 'withdrawn')),
    answered_at timestamptz, answered_by uuid references users on delete set null)`,
  `create unique index invitations_one_pending on invitations (scope, coalesce(station_key, account_key, ''), email)
    where state = 'pending'`,
  `create index invitations_email on invitations (email) where state = 'pending'`,
  `create index invitations_account on invitations (account_key) where state = 'pending'`,
  `create index invitations_station on invitations (station_key) where state = 'pending'`,

  // An administrator who sees the portal as a person.
  `create table see_as (
    id uuid default gen_random_uuid() primary key, admin_id uuid not null references users on delete cascade,
    user_id uuid not null references users on delete cascade, reason text not null,
    created timestamptz not null default now(), expires timestamptz not null, ended timestamptz)`,
  'create index see_as_user on see_as (user_id)',
  'create index see_as_admin on see_as (admin_id)',

  `create function account_renamed() returns trigger language plpgsql as $$
   begin
     update stations set account_name = lower(new.company) where account_key = new.key;
     return new;
   end $$`,
  `create trigger account_renamed after update of company on accounts for each row
   when (old.company is distinct from new.company) execute function account_renamed()`,
  `create function note_ad_rate() returns trigger language plpgsql as $$
   begin
     insert into ad_rates values (new.key, case when tg_op = 'INSERT' then '-infinity'::timestamptz else new.updated end,
       (new.invoice_settings->>'cpmRate')::bigint, new.currency)
     on conflict (account_key, since) do update set cpm = excluded.cpm, currency = excluded.currency;
     return null;
   end $$`,
  'create trigger note_new_ad_rate after insert on accounts for each row execute function note_ad_rate()',
  `create trigger note_ad_rate after update on accounts for each row
   when ((old.invoice_settings->'cpmRate', old.currency) is distinct from (new.invoice_settings->'cpmRate', new.currency))
   execute function note_ad_rate()`,
  // A person who leaves an account no longer pays for its stations.
  `create function account_left() returns trigger language plpgsql as $$
   begin
     update stations set billing_owner = null where billing_owner = old.user_id and account_key = old.account_key;
     return old;
   end $$`,
  'create trigger account_left after delete on account_members for each row execute function account_left()',
];
