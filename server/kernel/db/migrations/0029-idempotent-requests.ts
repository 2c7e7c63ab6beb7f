import { sql, type Kysely } from 'kysely';

/** An Idempotency-Key is good for one request: a hash of what was sent tells another one. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table idempotency add column request_hash text`.execute(db);
};
