/** Stations with every field of spec §3, their members, alerts, rules, presenters and song requests. */
export const stations: readonly string[] = [
  // The trigger that compares whole rows doesn't work with a generated column. The engine gets it at its next
  // comparison of revisions, which avoids an event for every station. Featured while its add-on is paid; `featured`
  // stays the administrators' own choice. Without an event for each station: the engine does not use it.
  `create table stations (
    key text primary key, account_key text not null references accounts, name text not null,
    streamname text not null unique, pretty_url text not null, description text not null default '',
    about text not null default '', website text not null default '', category int not null default 38,
    country text not null default '', type int not null default 1, station_service_type int not null,
    activation_status int not null, public boolean not null default true, searchable boolean not null default true,
    exclusive boolean not null default false, show_tracks_playing boolean not null default true,
    tags text[] not null default '{}', organization_type int not null default 0,
    organization_size int not null default 0, default_timezone text not null default 'UTC',
    codec text not null default 'mp3', bitrate int not null, sample_rate int not null,
    channels int not null default 2, burst int not null, settings jsonb not null, source_password text not null,
    running boolean not null default true, revision bigint not null default 1, suspended_at timestamptz,
    deleted_at timestamptz, created timestamptz not null default now(), updated timestamptz not null default now(),
    search_name text collate "C" not null default '', featured boolean not null default false,
    phone text not null default '', logo text, background text, profile jsonb not null default '{}',
    monitoring_settings jsonb not null default '{}', reports_settings jsonb not null default '{}',
    default_type int not null default 8, environment text not null default '',
    library_guid uuid not null default gen_random_uuid(), zosa boolean not null default false,
    billing_owner uuid references users on delete set null, audioads boolean not null default false,
    ads_txt text not null default '', suspended_by_portal boolean not null default false, master_key text,
    account_name text not null default '',
    relay_secret text not null default replace((gen_random_uuid())::text, '-', ''),
    log_enabled boolean not null default false,
    log_days int not null default 7 check ((log_days >= 1) and (log_days <= 92)),
    sponsored boolean not null default false, language text not null default 'en', logo_512 text)`,
  'alter table station_members add foreign key (station_key) references stations on delete cascade',
  'alter table invitations add foreign key (station_key) references stations on delete cascade',
  'create unique index stations_pretty_url on stations (lower(pretty_url))',
  'create index stations_account on stations (account_key, lower(name))',
  'create index stations_search on stations using gin (search_name gin_trgm_ops)',
  'create index stations_created on stations (created, key) where deleted_at is null',
  'create index stations_updated on stations (updated, key) where deleted_at is null',
  'create index stations_list on stations (lower(name), key) where deleted_at is null',
  'create index stations_suspended on stations (lower(name), key) where suspended_at is not null and deleted_at is null',
  'create index stations_relay on stations (lower(name), key) where type = 2 and deleted_at is null',
  'create index stations_master on stations (master_key) where master_key is not null',
  'create index stations_billing_owner on stations (billing_owner) where billing_owner is not null',
  // Each account has one default station.
  `create unique index stations_default on stations (account_key) where 'default' = any(tags) and deleted_at is null`,
  `create index stations_country on stations (country) where deleted_at is null and environment <> 'test'`,
  'create index stations_deleted on stations (deleted_at) where deleted_at is not null',
  'create index stations_by_account on stations (account_name, account_key, lower(name), key) where deleted_at is null',
  'create unique index stations_relay_secret on stations (relay_secret)',
  `create index stations_monitored on stations (key) where deleted_at is null and monitoring_settings->>'link' = 'true'`,
  'create index stations_featured on stations (lower(name), key) where (featured or sponsored) and deleted_at is null',
  'create index stations_audioads on stations (account_key) where audioads and deleted_at is null',
  'alter table stations alter search_name set statistics 1000',

  // The search text of stations in a table of its own: counting the matches of a word reads a tenth of the pages.
  `create table station_names (
    station_key text primary key references stations on delete cascade, search_name text collate "C" not null)`,
  'create index station_names_search on station_names using gin (search_name gin_trgm_ops)',
  'alter table station_names alter search_name set statistics 1000',

  `create table station_alerts (
    id uuid default gen_random_uuid() primary key, station_key text not null references stations on delete cascade,
    kind text not null, began timestamptz not null, recovering timestamptz, ended timestamptz, outcome text,
    count int not null default 1, created timestamptz not null default now())`,
  // A station has at most one open alert of each kind, however many processes monitor it.
  'create unique index station_alerts_open on station_alerts (station_key, kind) where ended is null',
  'create index station_alerts_latest on station_alerts (station_key, began desc)',

  `create table alert_emails (
    id uuid constraint alert_letters_id_not_null not null default gen_random_uuid() constraint alert_letters_pkey primary key,
    station_key text constraint alert_letters_station_key_not_null not null constraint alert_letters_station_key_fkey references stations on delete cascade,
    alert_id uuid constraint alert_letters_alert_id_fkey references station_alerts on delete cascade,
    about text constraint alert_letters_about_not_null not null,
    round int constraint alert_letters_round_not_null not null,
    email text constraint alert_letters_email_not_null not null, sent timestamptz,
    created timestamptz constraint alert_letters_created_not_null not null default now(),
    constraint alert_letters_alert_id_about_round_email_key unique (alert_id, about, round, email))`,
  'create index alert_letters_station on alert_emails (station_key, created)',

  `create table stream_rules (
    station_key text primary key references stations on delete cascade, country_mode text not null default 'all',
    countries text[] not null default '{}', allowed_networks text[] not null default '{}',
    blocked_networks text[] not null default '{}', only_allowed boolean not null default false, max_listeners int,
    max_per_address int, show_listeners boolean not null default false)`,

  `create table automation (
    station_key text primary key references stations on delete cascade, requested timestamptz,
    mix_ms int not null default 3000, level boolean not null default true)`,

  // The addresses that confirmed a station's alerts; each can unsubscribe by the link in an e-mail.
  `create table alert_recipients (
    id uuid default gen_random_uuid() primary key, station_key text not null references stations on delete cascade,
    email text not null, state text not null check (state in ('waiting', 'confirmed', 'stopped')), secret_hash text,
    asked timestamptz not null default now(), unique (station_key, email))`,
  'create index alert_recipients_email on alert_recipients (email)',
  'create unique index alert_recipients_secret on alert_recipients (secret_hash)',

  // A page with a new URL stays available at its former ones, until another station takes them.
  `create table station_former_urls (
    pretty_url text primary key, station_key text not null references stations on delete cascade)`,
  'create index station_former_urls_station on station_former_urls (station_key)',

  // `windows` as contract/rules/week.ts, on the station's clocks; the password is only stored as its SHA-256.
  `create table presenters (
    id uuid default gen_random_uuid() primary key, station_key text not null references stations on delete cascade,
    name text not null, user_name text not null, password_hash text not null, picture text,
    windows jsonb not null default '[]', at_end text not null default 'finish' check (at_end in ('finish', 'cut')),
    grace_minutes int not null default 0, record boolean not null default false,
    disabled boolean not null default false, created timestamptz not null default now(),
    updated timestamptz not null default now(), user_id uuid references users on delete set null,
    unique (station_key, user_name))`,
  'create index presenters_user on presenters (user_id) where user_id is not null',

  // `hours` as contract/rules/week.ts, on the station's clocks.
  `create table song_request_settings (
    station_key text primary key references stations on delete cascade, enabled boolean not null,
    approval text not null check (approval in ('hand', 'rule')),
    songs text not null check (songs in ('playlist', 'library')), messages boolean not null,
    only_autodj boolean not null, listener_hour int not null, song_hours int not null, artist_minutes int not null,
    waiting_most int not null, hours jsonb not null default '[]')`,

  // `listener` is the hash of an address, deleted after a day.
  `create table song_requests (
    id uuid default gen_random_uuid() primary key, station_key text not null references stations on delete cascade,
    track_key text, title text not null, artist text not null, name text not null, message text not null,
    listener text,
    state text not null default 'waiting' check (state in ('waiting', 'approved', 'playing', 'played', 'refused', 'removed', 'expired')),
    created timestamptz not null, decided timestamptz, decided_by uuid references users on delete set null,
    played timestamptz)`,
  'create index song_requests_station on song_requests (station_key, created desc)',
  `create index song_requests_open on song_requests (state, created) where state in ('waiting', 'approved', 'playing')`,
  'create index song_requests_created on song_requests (created)',
  'create index song_requests_track on song_requests (track_key)',

  // Every change that the engine must know raises the station's revision and adds an outbox event, in the same
  // transaction.
  `create function station_changed() returns trigger language plpgsql as $$
   begin
     new.revision := old.revision + 1;
     insert into outbox (topic, payload) values ('station.changed', jsonb_build_object('key', new.key));
     perform pg_notify('outbox', 'station.changed');
     return new;
   end $$`,
  `create trigger stations_changed before update on stations for each row
   when (old.* is distinct from new.*) execute function station_changed()`,
  `create function station_created() returns trigger language plpgsql as $$
   begin
     insert into outbox (topic, payload) values ('station.changed', jsonb_build_object('key', new.key));
     perform pg_notify('outbox', 'station.changed');
     return new;
   end $$`,
  'create trigger stations_created after insert on stations for each row execute function station_created()',
  `create function station_named() returns trigger language plpgsql as $$
   begin
     new.search_name := search_text(new.name);
     return new;
   end $$`,
  'create trigger station_named before insert or update of name on stations for each row execute function station_named()',
  `create function station_placed() returns trigger language plpgsql as $$
   begin
     new.account_name := coalesce((select lower(company) from accounts where key = new.account_key), '');
     return new;
   end $$`,
  `create trigger station_placed before insert or update of account_key on stations
   for each row execute function station_placed()`,
  `create function station_searched() returns trigger language plpgsql as $$
   begin
     if new.deleted_at is not null then
       delete from station_names where station_key = new.key;
     else
       insert into station_names values (new.key, new.search_name)
         on conflict (station_key) do update set search_name = excluded.search_name;
     end if;
     return new;
   end $$`,
  `create trigger station_searched after insert or update of name, deleted_at on stations
   for each row execute function station_searched()`,
  // A relay and its master belong to one account, deleted or not.
  `create function refuse_relay_of_another_account() returns trigger language plpgsql as $$
  begin
    if exists (select from stations other where other.account_key <> new.account_key
        and (other.key = new.master_key or other.master_key = new.key)) then
      raise exception 'station % would be a relay or the master of a station of another account', new.key
        using errcode = 'integrity_constraint_violation';
    end if;
    return null;
  end $$`,
  `create trigger stations_master_of_one_account after update of account_key, master_key on stations
    for each row when (new.account_key is distinct from old.account_key or new.master_key is distinct from old.master_key)
    execute function refuse_relay_of_another_account()`,
  `create trigger stations_new_relay_of_one_account after insert on stations
    for each row when (new.master_key is not null) execute function refuse_relay_of_another_account()`,
  `create function add_player_of_station() returns trigger language plpgsql as $$
    declare added text;
    begin
      insert into players (key, account_key, station_key) values (new_player_key(), new.account_key, new.key)
        returning key into added;
      insert into player_stations (player_key, station_key, position) values (added, new.key, 0);
      return null;
    end $$`,
  'create trigger player_of_new_station after insert on stations for each row execute function add_player_of_station()',
  `create function station_url_changed() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' and lower(new.pretty_url) <> lower(old.pretty_url) then
       insert into station_former_urls values (lower(old.pretty_url), old.key)
         on conflict (pretty_url) do update set station_key = excluded.station_key;
     end if;
     delete from station_former_urls where pretty_url = lower(new.pretty_url);
     return null;
   end $$`,
  `create trigger station_url after insert or update of pretty_url on stations
     for each row execute function station_url_changed()`,
];
