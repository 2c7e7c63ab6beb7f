import { sql, type Kysely } from 'kysely';

/** Bytes and SHA-256 (hex) of each prompt's line file, by which the process that answers calls fetches it; null for those made before. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table welcome_prompts add column bytes integer, add column sha256 text`.execute(db);
};
