import type { Kysely } from 'kysely';

/** The SHA-256 of each rendition (hex), by which an engine checks a file that it fetched; null for those made before. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('renditions').addColumn('sha256', 'text').execute();
};
