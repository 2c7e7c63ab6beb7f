import { sql, type Kysely } from 'kysely';

/** Ad servers that are asked for spots by VAST, what they answered for listeners, and what is reported to them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  'alter table audio_ads add provider_ads boolean not null default false',

  `create table ad_providers (
    id uuid primary key, account_key text references accounts on delete cascade,
    name text not null, tag_url text not null, enabled boolean not null default false,
    consent text not null default 'outsideEurope' check (consent in ('outsideEurope', 'everywhere')),
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create unique index ad_providers_name on ad_providers (coalesce(account_key, ''), lower(name))`,

  'alter table campaign_attempts add provider_id uuid references ad_providers on delete cascade',
  'create index campaign_attempts_provider on campaign_attempts (provider_id) where provider_id is not null',

  `create table provider_creatives (
    provider_id uuid not null references ad_providers on delete cascade,
    account_key text not null references accounts on delete cascade, ad_id text not null,
    media_url text not null, creative_id uuid references ad_creatives on delete cascade, sha256 text not null default '',
    state text not null default 'fetching' check (state in ('fetching', 'known', 'refused')), error text not null default '',
    seen timestamptz not null default now(), primary key (provider_id, account_key, ad_id))`,
  'create index provider_creatives_creative on provider_creatives (creative_id) where creative_id is not null',
  `create index provider_creatives_sha on provider_creatives (account_key, sha256) where sha256 <> ''`,
  'create index provider_creatives_account on provider_creatives (account_key)',

  // The listener is removed once nothing more can be reported.
  `create table ad_tickets (
    id uuid primary key, provider_id uuid not null references ad_providers on delete cascade,
    campaign_key text not null references campaigns on delete cascade,
    station_key text not null references stations on delete cascade, session text not null,
    creative_id uuid not null references ad_creatives on delete cascade,
    listener jsonb, tracking jsonb not null,
    asked timestamptz not null, until timestamptz not null, used_at timestamptz)`,
  'create index ad_tickets_asked on ad_tickets (asked)',
  'create index ad_tickets_session on ad_tickets (session)',
  'create index ad_tickets_used on ad_tickets (used_at) where used_at is not null',
  'create index ad_tickets_provider on ad_tickets (provider_id)',
  'create index ad_tickets_campaign on ad_tickets (campaign_key)',
  'create index ad_tickets_station on ad_tickets (station_key)',
  'create index ad_tickets_creative on ad_tickets (creative_id)',

  `create table ad_tracking (
    ticket_id uuid not null references ad_tickets on delete cascade, event text not null, n smallint not null,
    state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
    attempts smallint not null default 0, due timestamptz not null default now(), error text not null default '',
    primary key (ticket_id, event, n))`,
  `create index ad_tracking_due on ad_tracking (due) where state = 'waiting'`,
  `create index ad_tracking_sending on ad_tracking (ticket_id) where state = 'sending'`,

  `create table provider_counts (
    provider_id uuid not null references ad_providers on delete cascade, day date not null, what text not null,
    count bigint not null default 0, primary key (provider_id, day, what))`,
];
