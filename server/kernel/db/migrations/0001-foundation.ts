import { sql, type Kysely } from 'kysely';

/** People, accounts, stations, library, playlists, and the kernel's tables. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create extension if not exists pg_trgm`.execute(db);
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `create table users (
    id uuid primary key default gen_random_uuid(),
    issuer text not null, subject text not null, email text not null, email_verified boolean not null,
    first_name text not null, last_name text not null, portal_admin boolean not null default false,
    disabled_at timestamptz, created timestamptz not null default now(), updated timestamptz not null default now(),
    unique (issuer, subject))`,
  `create index users_email on users (lower(email))`,

  `create table accounts (
    key text primary key, company text not null, email text not null,
    address text not null default '', telephone text not null default '', city text not null default '',
    zip text not null default '', area text not null default '', country text not null default '',
    currency text not null default 'USD', balance bigint not null default 0, comments text not null default '',
    suspended_at timestamptz, deleted_at timestamptz,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create index accounts_company_trgm on accounts using gin (company gin_trgm_ops)`,
  `create index accounts_company on accounts (lower(company), key) where deleted_at is null`,
  `create table account_members (
    account_key text not null references accounts on delete cascade, user_id uuid not null references users on delete cascade,
    role text not null check (role in ('owner', 'admin')), created timestamptz not null default now(),
    primary key (account_key, user_id))`,
  `create index account_members_user on account_members (user_id)`,

  `create table stations (
    key text primary key, account_key text not null references accounts,
    name text not null, streamname text not null unique, pretty_url text not null,
    description text not null default '', about text not null default '', website text not null default '',
    category int not null default 38, country text not null default '', type int not null default 1,
    station_service_type int not null, activation_status int not null,
    public boolean not null default true, searchable boolean not null default true, exclusive boolean not null default false,
    show_tracks_playing boolean not null default true, tags text[] not null default '{}',
    organization_type int not null default 0, organization_size int not null default 0,
    default_timezone text not null default 'UTC',
    codec text not null default 'mp3', bitrate int not null, sample_rate int not null, channels int not null default 2,
    burst int not null, settings jsonb not null, source_password text not null,
    running boolean not null default true, revision bigint not null default 1,
    suspended_at timestamptz, deleted_at timestamptz,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create unique index stations_pretty_url on stations (lower(pretty_url))`,
  `create index stations_account on stations (account_key, lower(name))`,
  `create index stations_name_trgm on stations using gin (name gin_trgm_ops)`,
  `create table station_members (
    station_key text not null references stations on delete cascade, user_id uuid not null references users on delete cascade,
    role text not null check (role in ('owner', 'admin', 'staff')), created timestamptz not null default now(),
    primary key (station_key, user_id))`,
  `create index station_members_user on station_members (user_id)`,

  `create table tracks (
    key text primary key, station_key text not null references stations on delete cascade,
    title text not null, artist text not null default '', album text not null default '',
    duration_ms int not null default 0, size bigint not null default 0, filename text not null, original text not null,
    sha256 text not null, loudness real, true_peak real,
    state text not null check (state in ('preparing', 'ready', 'failed')),
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create index tracks_station on tracks (station_key, created desc, key)`,
  `create index tracks_words_trgm on tracks using gin ((title || ' ' || artist || ' ' || album) gin_trgm_ops)`,
  `create table renditions (
    track_key text not null references tracks on delete cascade, codec text not null, bitrate int not null,
    sample_rate int not null, channels int not null, path text not null, size bigint not null, duration_ms int not null,
    created timestamptz not null default now(), primary key (track_key, codec, bitrate, sample_rate, channels))`,
  `create table playlist_tracks (
    station_key text not null references stations on delete cascade,
    track_key text not null references tracks on delete cascade, position double precision not null,
    primary key (station_key, track_key))`,
  `create index playlist_tracks_order on playlist_tracks (station_key, position)`,
  `create table autodj (
    station_key text primary key references stations on delete cascade, shuffle boolean not null default false,
    revision bigint not null default 1, applied_revision bigint not null default 1, generation bigint not null default 1)`,
  `create table upload_tasks (
    id text primary key, station_key text not null references stations on delete cascade, user_id uuid, filename text not null,
    track_key text, status text not null default 'PROCESSING', progress int not null default 0,
    error_code text, error_message text,
    created timestamptz not null default now(), updated timestamptz not null default now())`,

  `create table outbox (id bigserial primary key, topic text not null, payload jsonb not null, created timestamptz not null default now())`,
  `create table idempotency (
    user_id uuid not null, endpoint text not null, key text not null, status int, reply jsonb,
    created timestamptz not null default now(), primary key (user_id, endpoint, key))`,
  `create table secrets (name text primary key, value text not null, created timestamptz not null default now())`,

  `create table idp_users (
    id uuid primary key default gen_random_uuid(), email text not null, password_hash text not null,
    first_name text not null, last_name text not null,
    created timestamptz not null default now(), updated timestamptz not null default now())`,
  `create unique index idp_users_email on idp_users (lower(email))`,
  `create table idp_models (
    model text not null, id text not null, payload jsonb not null, grant_id text, uid text, user_code text,
    consumed_at timestamptz, expires_at timestamptz, primary key (model, id))`,
  `create index idp_models_grant on idp_models (grant_id) where grant_id is not null`,
  `create index idp_models_uid on idp_models (uid) where uid is not null`,
  `create index idp_models_expiry on idp_models (expires_at)`,
  `create index idp_models_account on idp_models ((payload ->> 'accountId'))`,
  `create table idp_links (
    hash text primary key, purpose text not null, subject text not null,
    expires_at timestamptz not null, used_at timestamptz)`,

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
  `create trigger stations_created after insert on stations for each row execute function station_created()`,
];
