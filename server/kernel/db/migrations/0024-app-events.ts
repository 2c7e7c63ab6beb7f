import { sql, type Kysely } from 'kysely';

/** What mobile applications report: which events are known, what is still to be handed on, and who reported when. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // Ids are an application's own; they are forgotten once an event with one would be too old to be taken.
  `create table app_event_ids (
    application_id uuid not null, id uuid not null, taken timestamptz not null default now(),
    primary key (application_id, id))`,
  `create index app_event_ids_taken on app_event_ids using brin (taken)`,
  // Committed together with their ids; deleted once they are in ClickHouse.
  `create table app_event_batches (n bigserial primary key, rows jsonb not null, taken timestamptz not null default now())`,
  // Outlives the application: what it reported is still there.
  `create table app_reporting (
    application_id uuid primary key, account_key text not null references accounts on delete cascade,
    last_event timestamptz not null)`,
  `create index app_reporting_account on app_reporting (account_key)`,
];
