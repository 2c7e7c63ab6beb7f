import { sql, type Kysely } from 'kysely';

/**
 * The addresses that confirmed a station's alerts. Existing recipients are kept, so that no station loses its alerts.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `create table alert_recipients (
    id uuid primary key default gen_random_uuid(),
    station_key text not null references stations on delete cascade, email text not null,
    state text not null check (state in ('waiting', 'confirmed')),
    secret_hash text, asked timestamptz not null default now(),
    unique (station_key, email))`,
  'create index alert_recipients_email on alert_recipients (email)',
  'create unique index alert_recipients_secret on alert_recipients (secret_hash)',
  `insert into alert_recipients (station_key, email, state)
    select distinct s.key, lower(e.email), 'confirmed'
    from stations s, jsonb_array_elements_text(coalesce(s.monitoring_settings -> 'emails', '[]'::jsonb)) as e (email)`,
];
