import { sql, type Kysely } from 'kysely';

/** App events: the known IDs, the batches to forward, and when each app last reported. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // IDs are unique per app; they are deleted once an event with one would be too old to be accepted.
  `create table app_event_ids (
    application_id uuid not null, id uuid not null, taken timestamptz not null default now(),
    primary key (application_id, id))`,
  `create index app_event_ids_taken on app_event_ids using brin (taken)`,
  // Committed together with their IDs; deleted once they are in ClickHouse.
  `create table app_event_batches (n bigserial primary key, rows jsonb not null, taken timestamptz not null default now())`,
  // Outlives the app, as do its events.
  `create table app_reporting (
    application_id uuid primary key, account_key text not null references accounts on delete cascade,
    last_event timestamptz not null)`,
  `create index app_reporting_account on app_reporting (account_key)`,
];
