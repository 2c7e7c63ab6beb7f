import { sql, type Kysely } from 'kysely';

/** Station alerts, and the e-mails about them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `create table station_alerts (
    id uuid primary key default gen_random_uuid(),
    station_key text not null references stations on delete cascade,
    kind text not null,
    began timestamptz not null,
    recovering timestamptz,
    ended timestamptz,
    outcome text,
    count int not null default 1,
    created timestamptz not null default now()
  )`,
  // A station has at most one open alert of each kind, however many processes monitor it.
  `create unique index station_alerts_open on station_alerts (station_key, kind) where ended is null`,
  `create index station_alerts_latest on station_alerts (station_key, began desc)`,
  `create table alert_letters (
    id uuid primary key default gen_random_uuid(),
    station_key text not null references stations on delete cascade,
    alert_id uuid references station_alerts on delete cascade,
    about text not null,
    round int not null,
    email text not null,
    sent timestamptz,
    created timestamptz not null default now(),
    unique (alert_id, about, round, email)
  )`,
  `create index alert_letters_station on alert_letters (station_key, created)`,
  `create index stations_monitored on stations (key) where deleted_at is null and monitoring_settings->>'link' = 'true'`,
];
