/** Campaigns with their audio and rules, what stations allow, ad servers, leases, and spots in episodes. Money is in micros: millionths of the currency's major unit. */
export const campaigns: readonly string[] = [
  // How many changes have needed a new plan of spots.
  'create sequence ad_plan_changes',
  // The audio of a campaign; `cut_from_ms` and `original_ms` if 30 s of a longer file play.
  `create table ad_creatives (
    id uuid primary key, account_key text not null references accounts on delete cascade, filename text not null,
    original text, sha256 text not null default '', duration_ms int, original_ms int,
    cut_from_ms int not null default 0, loudness double precision, true_peak double precision,
    state text not null default 'preparing' check (state in ('preparing', 'ready', 'failed')),
    error text not null default '', created timestamptz not null default now())`,
  'create index ad_creatives_account on ad_creatives (account_key)',

  `create table ad_renditions (
    creative_id uuid references ad_creatives on delete cascade, codec text, sample_rate int, channels int,
    bitrate int, path text not null, bytes bigint not null, frames int not null, duration_us bigint not null,
    sha256 text not null, primary key (creative_id, codec, sample_rate, channels, bitrate))`,

  `create table campaigns (
    key text primary key, account_key text not null references accounts on delete cascade,
    network boolean not null default false, enabled boolean not null default true, name text not null,
    advertiser text not null default '', category text not null default 'other',
    priority smallint not null default 3 check ((priority >= 1) and (priority <= 5)),
    impression_limit bigint not null check (impression_limit > 0), start_date date not null, end_date date not null,
    timezone text not null, schedule jsonb, rate_limiting jsonb not null, positions text[] not null,
    companion jsonb, price_micros bigint not null check (price_micros >= 0), currency text not null,
    delivered bigint not null default 0, delivered_at timestamptz, version int not null default 1,
    archived_at timestamptz, created timestamptz not null default now(), created_by text,
    updated timestamptz not null default now(), updated_by text, forecast jsonb,
    makegood_of text references campaigns on delete set null, check (end_date >= start_date))`,
  'create index campaigns_account on campaigns (account_key, updated desc, key)',
  'create index campaigns_running on campaigns (end_date) where archived_at is null and enabled',
  'create index campaigns_makegood_of on campaigns (makegood_of) where makegood_of is not null',

  `create table campaign_stations (
    campaign_key text references campaigns on delete cascade,
    station_key text references stations on delete cascade, primary key (campaign_key, station_key))`,
  'create index campaign_stations_station on campaign_stations (station_key)',

  `create table rule_chains (
    id uuid primary key, account_key text not null references accounts on delete cascade, name text not null,
    rules jsonb not null, updated timestamptz not null default now())`,
  'create unique index rule_chains_name on rule_chains (account_key, lower(name))',

  `create table audio_ads (
    station_key text primary key references stations on delete cascade, breaks jsonb not null,
    network_ads boolean not null default false, apply_to_relays boolean not null default false,
    approval text not null default 'each' check (approval in ('auto', 'each')),
    blocked_categories text[] not null default '{}', blocked_advertisers text[] not null default '{}',
    updated timestamptz not null default now(), provider_ads boolean not null default false)`,

  // A contract: kept when the station or the account goes.
  `create table ad_agreements (
    id bigint generated always as identity primary key, station_key text not null, account_key text not null,
    version text not null, document text not null, document_sha256 text not null,
    accepted_at timestamptz not null default now(), accepted_by text not null, full_name text not null)`,
  'create index ad_agreements_station on ad_agreements (station_key, accepted_at desc)',

  `create table ad_approvals (
    station_key text references stations on delete cascade,
    campaign_key text references campaigns on delete cascade,
    state text not null check (state in ('approved', 'rejected')), decided_at timestamptz not null default now(),
    decided_by text not null, primary key (station_key, campaign_key))`,
  'create index ad_approvals_campaign on ad_approvals (campaign_key)',

  `create table ad_requests (
    id uuid primary key, account_key text not null references accounts on delete cascade,
    requested_by text not null,
    status text not null default 'submitted' check (status in ('submitted', 'needsChanges', 'approved', 'rejected', 'withdrawn')),
    form jsonb not null, creative_id uuid references ad_creatives on delete set null, cost_minor bigint not null,
    price_micros bigint not null, currency text not null, thread jsonb not null default '[]',
    campaign_key text references campaigns on delete set null, created timestamptz not null default now(),
    decided_at timestamptz, decided_by text)`,
  'create index ad_requests_account on ad_requests (account_key, created desc, id)',
  'create index ad_requests_status on ad_requests (status, created, id)',
  'create index ad_requests_creative on ad_requests (creative_id) where creative_id is not null',
  'create index ad_requests_campaign on ad_requests (campaign_key) where campaign_key is not null',

  // Impressions lent to a process. Lent and not closed plus delivered never exceeds the goal.
  `create table ad_leases (
    id uuid primary key, campaign_key text not null references campaigns on delete cascade, process text not null,
    count bigint not null check (count >= 0), spent bigint not null default 0,
    granted timestamptz not null default now(), until timestamptz not null, sent_at timestamptz,
    lost_at timestamptz, closed_at timestamptz, known_at timestamptz, check (spent <= count))`,
  'create index ad_leases_campaign on ad_leases (campaign_key)',
  'create index ad_leases_open on ad_leases (until) where closed_at is null',
  // Those of podcasts are many and stay open for a day after their end.
  `create index ad_leases_podcasts on ad_leases (campaign_key) where closed_at is null and process = 'podcasts'`,

  // Null where nothing can be inserted in this audio. Bytes fit 32 bits, as uploads are smaller.
  `create table episode_indexes (
    episode_key text primary key references episodes on delete cascade, audio_hash text not null, sample_rate int,
    channels int, frame_index jsonb)`,
  'create index episode_indexes_format on episode_indexes (sample_rate, channels) where sample_rate is not null',

  `create table ad_arrangements (
    id text primary key, episode_key text not null references episodes on delete cascade, audio_hash text not null,
    breaks jsonb not null, creatives uuid[] not null, size bigint not null, made timestamptz not null,
    used timestamptz not null)`,
  'create index ad_arrangements_used on ad_arrangements (used)',
  'create index ad_arrangements_episode on ad_arrangements (episode_key)',
  'create index ad_arrangements_creatives on ad_arrangements using gin (creatives)',

  `create table ad_pins (
    listener text, episode_key text references episodes on delete cascade,
    arrangement text not null references ad_arrangements on delete cascade, made timestamptz not null,
    primary key (listener, episode_key))`,
  'create index ad_pins_made on ad_pins (made)',
  'create index ad_pins_episode on ad_pins (episode_key)',
  'create index ad_pins_arrangement on ad_pins (arrangement)',

  `create table ad_pin_spots (
    listener text, episode_key text, slot smallint,
    campaign_key text not null references campaigns on delete cascade, creative_id uuid not null,
    lease_id uuid not null, position text not null, payout_micros bigint not null, counted_at timestamptz,
    primary key (listener, episode_key, slot),
    foreign key (listener, episode_key) references ad_pins on delete cascade)`,
  'create index ad_pin_spots_lease on ad_pin_spots (lease_id) where counted_at is null',
  'create index ad_pin_spots_campaign on ad_pin_spots (campaign_key)',

  // `build` is the one that counts in ClickHouse; `break_rate`: breaks in a listener hour, null before any were
  // made.
  `create table ad_supply_stations (
    station_key text primary key references stations on delete cascade, build text not null,
    built timestamptz not null, weeks double precision not null, break_rate double precision,
    lengths jsonb not null default '[]')`,

  // Without an account: of all of the portal.
  `create table ad_accuracy (
    account_key text unique nulls not distinct references accounts on delete cascade, days int not null,
    forecasts int not null, median_error double precision not null, low double precision not null,
    high double precision not null, computed timestamptz not null)`,

  `create table ad_providers (
    id uuid primary key, account_key text references accounts on delete cascade, name text not null,
    tag_url text not null, enabled boolean not null default false,
    consent text not null default 'outsideEurope' check (consent in ('outsideEurope', 'everywhere')),
    created timestamptz not null default now(), updated timestamptz not null default now(),
    mode text not null default 'listener' check (mode in ('listener', 'pool')))`,
  `create unique index ad_providers_name on ad_providers (coalesce(account_key, ''), lower(name))`,

  `create table campaign_attempts (
    campaign_key text references campaigns on delete cascade, ord int,
    rule_chain_id uuid references rule_chains on delete set null, name text not null default '',
    rules jsonb not null default '[]', creative_id uuid references ad_creatives on delete set null,
    next_creative_id uuid references ad_creatives on delete set null,
    provider_id uuid references ad_providers on delete cascade, primary key (campaign_key, ord))`,
  'create index campaign_attempts_creative on campaign_attempts (creative_id)',
  'create index campaign_attempts_next on campaign_attempts (next_creative_id) where next_creative_id is not null',
  'create index campaign_attempts_chain on campaign_attempts (rule_chain_id) where rule_chain_id is not null',
  'create index campaign_attempts_provider on campaign_attempts (provider_id) where provider_id is not null',

  `create table provider_creatives (
    provider_id uuid references ad_providers on delete cascade,
    account_key text references accounts on delete cascade, ad_id text, media_url text not null,
    creative_id uuid references ad_creatives on delete cascade, sha256 text not null default '',
    state text not null default 'fetching' check (state in ('fetching', 'known', 'refused')),
    error text not null default '', seen timestamptz not null default now(),
    primary key (provider_id, account_key, ad_id))`,
  'create index provider_creatives_creative on provider_creatives (creative_id) where creative_id is not null',
  `create index provider_creatives_sha on provider_creatives (account_key, sha256) where sha256 <> ''`,
  'create index provider_creatives_account on provider_creatives (account_key)',

  // The listener is removed once nothing more can be reported. Answers for nobody in particular have no station, no
  // session and no listener.
  `create table ad_tickets (
    id uuid primary key, provider_id uuid not null references ad_providers on delete cascade,
    campaign_key text not null references campaigns on delete cascade,
    station_key text references stations on delete cascade, session text not null,
    creative_id uuid not null references ad_creatives on delete cascade, listener jsonb, tracking jsonb not null,
    asked timestamptz not null, until timestamptz not null, used_at timestamptz, country text not null default '')`,
  'create index ad_tickets_asked on ad_tickets (asked)',
  'create index ad_tickets_session on ad_tickets (session)',
  'create index ad_tickets_used on ad_tickets (used_at) where used_at is not null',
  'create index ad_tickets_provider on ad_tickets (provider_id)',
  'create index ad_tickets_campaign on ad_tickets (campaign_key)',
  'create index ad_tickets_station on ad_tickets (station_key)',
  'create index ad_tickets_creative on ad_tickets (creative_id)',
  `create index ad_tickets_pool on ad_tickets (until) where session = '' and used_at is null`,

  `create table ad_tracking (
    ticket_id uuid references ad_tickets on delete cascade, event text, n smallint,
    state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
    attempts smallint not null default 0, due timestamptz not null default now(), error text not null default '',
    host text not null default '', primary key (ticket_id, event, n))`,
  `create index ad_tracking_sending on ad_tracking (ticket_id) where state = 'sending'`,
  `create index ad_tracking_due on ad_tracking (host, due) where state = 'waiting'`,

  `create table provider_counts (
    provider_id uuid references ad_providers on delete cascade, day date, what text,
    count bigint not null default 0, primary key (provider_id, day, what))`,

  // Why spots of campaigns were not played in podcasts, by day of the campaign's time zone.
  `create table podcast_ad_reasons (
    campaign_key text references campaigns on delete cascade,
    podcast_key text references podcasts on delete cascade, day date, reason text, n bigint not null,
    primary key (campaign_key, day, podcast_key, reason))`,
  'create index podcast_ad_reasons_podcast on podcast_ad_reasons (podcast_key)',

  // The paces of campaigns, one row: podcasts are delivered by other processes than the one that computes them.
  `create table ad_paces (
    id int check (id = 1) primary key, paces jsonb not null)`,

  // Without a campaign its file is still to be removed.
  `create table ad_proofs (
    id uuid primary key, campaign_key text references campaigns on delete set null,
    station_key text references stations on delete set null, creative_id uuid not null, day date not null,
    at timestamptz not null, codec text not null, length_ms int not null, from_ms int not null, to_ms int not null,
    path text not null, bytes int not null, sha256 text not null, signature text not null)`,
  'create unique index ad_proofs_day on ad_proofs (campaign_key, day)',
  'create index ad_proofs_station on ad_proofs (station_key)',
  'create index ad_proofs_at on ad_proofs (at)',

  // With the time of the change as the application set it: prices follow the clock that impressions are compared
  // with.
  `create function note_campaign_price() returns trigger language plpgsql as $$
   begin
     insert into campaign_prices values (new.key, case when tg_op = 'INSERT' then '-infinity'::timestamptz else new.updated end,
       new.account_key, new.price_micros, new.currency)
     on conflict (campaign_key, since) do update
       set account_key = excluded.account_key, price_micros = excluded.price_micros, currency = excluded.currency;
     return null;
   end $$`,
  'create trigger note_new_campaign_price after insert on campaigns for each row execute function note_campaign_price()',
  `create trigger note_campaign_price after update on campaigns for each row
   when ((old.price_micros, old.currency, old.account_key) is distinct from (new.price_micros, new.currency, new.account_key))
   execute function note_campaign_price()`,
];
