import { sql, type Kysely } from 'kysely';

/** The SHA-256 of each rendition (hex), by which an engine checks a file that it fetched; null for those made before. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table renditions add column sha256 text`.execute(db);
  // What engines are sent changed for every station: the comparison of revisions sends it, without an event for each.
  await sql`alter table stations disable trigger stations_changed`.execute(db);
  await sql`update stations set revision = revision + 1`.execute(db);
  await sql`alter table stations enable trigger stations_changed`.execute(db);
};
