import { sql, type Kysely } from 'kysely';

/** When an engine confirmed that it has a lease: one that never reached it is sent again. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table ad_leases add column known_at timestamptz`.execute(db);
  await sql`update ad_leases set known_at = sent_at`.execute(db);
};
