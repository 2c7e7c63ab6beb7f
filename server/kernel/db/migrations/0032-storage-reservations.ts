import { sql, type Kysely } from 'kysely';

/** Bytes reserved for running uploads, so that concurrent ones stay within the plan's storage. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `create table storage_reservations (
    id uuid primary key default gen_random_uuid(), account_key text not null, bytes bigint not null,
    until timestamptz not null default now() + interval '6 hours'
  )`,
  'create index storage_reservations_of_account on storage_reservations (account_key)',
];
