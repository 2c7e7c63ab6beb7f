/** Call-to-listen: carriers' lines, the pool of phone numbers, stations' requests for them, and their welcome prompts. */
export const telephony: readonly string[] = [
  'create sequence welcome_prompt_revisions as int',
  // What all calls have in common; one row.
  `create table telephony (
    id boolean default true check (id) primary key, revision bigint not null default 1,
    host text not null default '', auto_assign boolean,
    limits jsonb not null default '{"per_caller": 3, "per_second": 50, "call_minutes": 240, "number_minutes": 10000}')`,

  // `secret` is encrypted with a key of the table secrets.
  `create table phone_trunks (
    id text primary key, name text not null, addresses text[] not null, username text, secret text,
    transport text not null check (transport in ('udp', 'tcp', 'tls')),
    srtp text not null check (srtp in ('off', 'optional', 'required')), number_from text not null,
    media text not null check (media in ('same', 'any')), active boolean not null,
    created timestamptz not null default now(),
    kind text not null default 'sip' check (kind in ('sip', 'twilio', 'telnyx')), public_key text, public_url text)`,

  // `free_from`: when a number that was given back may be given again.
  `create table phone_numbers (
    did text primary key, country text not null, label text not null default '',
    trunk text references phone_trunks on delete set null, sandbox boolean not null default false,
    station_key text references stations on delete set null, main boolean not null default false,
    assigned_at timestamptz, free_from timestamptz, note text not null default '', monthly_cents int,
    check ((station_key is null) or (free_from is null)))`,
  'create unique index phone_numbers_main on phone_numbers (station_key) where main',
  'create index phone_numbers_station on phone_numbers (station_key) where station_key is not null',
  'create index phone_numbers_free on phone_numbers (sandbox, country, did) where station_key is null',
  'create index phone_numbers_trunk on phone_numbers (trunk) where trunk is not null',

  // `beyond_plan`: an administrator gave the number though the plan has none; `ends`: when it is taken away as the
  // plan lost them.
  `create table phone_requests (
    station_key text primary key references stations on delete cascade,
    status text not null check (status in ('request_pending', 'enabled', 'refused')),
    country text not null default '', note text not null default '', reason text not null default '',
    requested timestamptz not null, requested_by text not null, decided timestamptz, decided_by text,
    beyond_plan boolean not null default false, ends timestamptz)`,
  'create index phone_requests_status on phone_requests (status, requested, station_key)',

  `create table welcome_prompts (
    station_key text primary key references stations on delete cascade, revision int not null unique,
    name text not null, ms int not null, cut boolean not null, uploaded timestamptz not null, uploaded_by text)`,

  // The e-mails to administrators about limits at which calls are refused, by day (UTC).
  `create table phone_limit_emails (
    day date, reason text, subject text, primary key (day, reason, subject))`,

  'insert into telephony default values',
  // The numbers of the sandbox belong to no one: they are kept for fiction.
  `insert into phone_numbers (did, country, sandbox)
    select '+12025550' || n, 'US', true from generate_series(100, 199) n`,
];
