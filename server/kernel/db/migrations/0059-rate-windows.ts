import { sql, type Kysely } from 'kysely';

/** Calls counted by rate limits, for all portals together; unlogged, as a crash may forget the counts of an hour. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create unlogged table rate_windows (
    key text primary key,
    ends timestamptz not null,
    count int not null
  )`.execute(db);
  await sql`create index rate_windows_ends on rate_windows (ends)`.execute(db);
};
