import { sql, type Kysely } from 'kysely';

/** An Idempotency-Key is valid for one request: a hash of the request detects a different one. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table idempotency add column request_hash text`.execute(db);
};
