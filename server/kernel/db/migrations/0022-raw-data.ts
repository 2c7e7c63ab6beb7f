import { sql, type Kysely } from 'kysely';

/** Raw data: files requested by e-mail, monthly archives, and links to download either. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `create table raw_reports (
    id uuid primary key default gen_random_uuid(),
    station_key text not null references stations on delete cascade,
    user_id uuid not null references users on delete cascade,
    kind text not null, from_date text not null, to_date text not null, timezone text not null,
    state text not null default 'waiting', attempts int not null default 0,
    rows bigint not null default 0, bytes bigint not null default 0,
    ready timestamptz, mailed timestamptz, created timestamptz not null default now()
  )`,
  // A repeated request while the file is being prepared gives the same file.
  `create unique index raw_reports_waiting on raw_reports (station_key, user_id, kind, from_date, to_date)
    where state = 'waiting'`,
  `create index raw_reports_user on raw_reports (user_id, station_key, created desc)`,
  `create index raw_reports_state on raw_reports (state, created)`,
  `create table raw_archive_spells (
    station_key text not null references stations on delete cascade,
    from_month text not null, until_month text,
    created timestamptz not null default now(),
    primary key (station_key, from_month)
  )`,
  `create unique index raw_archive_spells_open on raw_archive_spells (station_key) where until_month is null`,
  `create table raw_archive_files (
    station_key text not null references stations on delete cascade,
    month text not null, rows bigint not null, bytes bigint not null, sha256 text not null,
    made timestamptz not null default now(),
    primary key (station_key, month)
  )`,
  `create table raw_passes (
    id uuid primary key default gen_random_uuid(),
    station_key text not null references stations on delete cascade,
    file text not null, filename text not null, bytes bigint not null, encoded boolean not null,
    expires timestamptz not null
  )`,
  `create index raw_passes_expires on raw_passes (expires)`,
];
