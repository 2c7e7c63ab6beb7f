import { sql, type Kysely } from 'kysely';

/**
 * Advertising: campaigns with their audio and rules, what stations allow, requests to the portal, and the impressions lent to the
 * processes that play spots. Money is in micros: millionths of the currency's major unit.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table accounts add campaigns_enabled boolean not null default false,
    add ad_requests_available boolean not null default false,
    add impression_price_micros bigint check (impression_price_micros >= 0)`,

  'create index stations_audioads on stations (account_key) where audioads and deleted_at is null',

  // The audio of a campaign; `cut_from_ms` and `original_ms` if 30 s of a longer file play.
  `create table ad_creatives (
    id uuid primary key, account_key text not null references accounts on delete cascade,
    filename text not null, original text, sha256 text not null default '',
    duration_ms int, original_ms int, cut_from_ms int not null default 0,
    loudness double precision, true_peak double precision,
    state text not null default 'preparing' check (state in ('preparing', 'ready', 'failed')), error text not null default '',
    created timestamptz not null default now())`,
  'create index ad_creatives_account on ad_creatives (account_key)',
  `create table ad_renditions (
    creative_id uuid not null references ad_creatives on delete cascade,
    codec text not null, sample_rate int not null, channels int not null, bitrate int not null,
    path text not null, bytes bigint not null, frames int not null, duration_us bigint not null, sha256 text not null,
    primary key (creative_id, codec, sample_rate, channels, bitrate))`,

  `create table campaigns (
    key text primary key, account_key text not null references accounts on delete cascade,
    network boolean not null default false, enabled boolean not null default true,
    name text not null, advertiser text not null default '', category text not null default 'other',
    priority smallint not null default 3 check (priority between 1 and 5),
    impression_limit bigint not null check (impression_limit > 0),
    start_date date not null, end_date date not null, timezone text not null,
    schedule jsonb, rate_limiting jsonb not null, positions text[] not null, companion jsonb,
    price_micros bigint not null check (price_micros >= 0), currency text not null,
    delivered bigint not null default 0, delivered_at timestamptz,
    version int not null default 1, archived_at timestamptz,
    created timestamptz not null default now(), created_by text,
    updated timestamptz not null default now(), updated_by text,
    check (end_date >= start_date))`,
  'create index campaigns_account on campaigns (account_key, updated desc, key)',
  'create index campaigns_running on campaigns (end_date) where archived_at is null and enabled',
  `create table campaign_stations (
    campaign_key text not null references campaigns on delete cascade,
    station_key text not null references stations on delete cascade, primary key (campaign_key, station_key))`,
  'create index campaign_stations_station on campaign_stations (station_key)',

  `create table rule_chains (
    id uuid primary key, account_key text not null references accounts on delete cascade,
    name text not null, rules jsonb not null, updated timestamptz not null default now())`,
  'create unique index rule_chains_name on rule_chains (account_key, lower(name))',
  `create table campaign_attempts (
    campaign_key text not null references campaigns on delete cascade, ord int not null,
    rule_chain_id uuid references rule_chains on delete set null, name text not null default '',
    rules jsonb not null default '[]', creative_id uuid references ad_creatives on delete set null,
    next_creative_id uuid references ad_creatives on delete set null,
    primary key (campaign_key, ord))`,
  'create index campaign_attempts_creative on campaign_attempts (creative_id)',
  'create index campaign_attempts_next on campaign_attempts (next_creative_id) where next_creative_id is not null',
  'create index campaign_attempts_chain on campaign_attempts (rule_chain_id) where rule_chain_id is not null',

  `create table audio_ads (
    station_key text primary key references stations on delete cascade,
    breaks jsonb not null, network_ads boolean not null default false, apply_to_relays boolean not null default false,
    approval text not null default 'each' check (approval in ('auto', 'each')),
    blocked_categories text[] not null default '{}', blocked_advertisers text[] not null default '{}',
    updated timestamptz not null default now())`,
  // A contract: kept when the station or the account goes.
  `create table ad_agreements (
    id bigint generated always as identity primary key, station_key text not null, account_key text not null,
    version text not null, document text not null, document_sha256 text not null,
    accepted_at timestamptz not null default now(), accepted_by text not null, full_name text not null)`,
  'create index ad_agreements_station on ad_agreements (station_key, accepted_at desc)',
  `create table ad_approvals (
    station_key text not null references stations on delete cascade,
    campaign_key text not null references campaigns on delete cascade,
    state text not null check (state in ('approved', 'rejected')),
    decided_at timestamptz not null default now(), decided_by text not null,
    primary key (station_key, campaign_key))`,
  'create index ad_approvals_campaign on ad_approvals (campaign_key)',

  `create table ad_requests (
    id uuid primary key, account_key text not null references accounts on delete cascade,
    requested_by text not null,
    status text not null default 'submitted'
      check (status in ('submitted', 'needsChanges', 'approved', 'rejected', 'withdrawn')),
    form jsonb not null, creative_id uuid references ad_creatives on delete set null,
    cost_minor bigint not null, price_micros bigint not null, currency text not null, thread jsonb not null default '[]',
    campaign_key text references campaigns on delete set null,
    created timestamptz not null default now(), decided_at timestamptz, decided_by text)`,
  'create index ad_requests_account on ad_requests (account_key, created desc, id)',
  'create index ad_requests_status on ad_requests (status, created, id)',
  'create index ad_requests_creative on ad_requests (creative_id) where creative_id is not null',
  'create index ad_requests_campaign on ad_requests (campaign_key) where campaign_key is not null',

  // A notification to one person; the others are for everyone.
  'alter table notifications add user_id uuid references users on delete cascade',
  'create index notifications_user on notifications (user_id, created desc) where user_id is not null',

  // How many changes have needed a new plan of spots.
  'create sequence ad_plan_changes',

  // Impressions lent to a process. Lent and not closed plus delivered never exceeds the goal.
  `create table ad_leases (
    id uuid primary key, campaign_key text not null references campaigns on delete cascade,
    process text not null, count bigint not null check (count >= 0), spent bigint not null default 0 check (spent <= count),
    granted timestamptz not null default now(), until timestamptz not null,
    sent_at timestamptz, lost_at timestamptz, closed_at timestamptz)`,
  'create index ad_leases_campaign on ad_leases (campaign_key)',
  'create index ad_leases_open on ad_leases (until) where closed_at is null',
];
