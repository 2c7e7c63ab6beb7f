import { sql } from 'kysely';
import type { Db } from '../kernel.ts';

/**
 * Refuses every access token that the identity provider has given a person so far: at once in a process that forgets
 * the person (`People.forget`), within 30 s in others.
 */
export const endTokens = async (db: Db, subject: string): Promise<void> => {
  await db
    .updateTable('users')
    .set({ tokens_from: sql`now()` })
    .where('subject', '=', subject)
    .execute();
};
