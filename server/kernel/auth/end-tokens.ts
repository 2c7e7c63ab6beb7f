import { sql } from 'kysely';
import type { Db } from '../kernel.ts';

/**
 * Revokes all access tokens that the identity provider has issued to a user: immediately in a process that drops the
 * user from its cache (`People.forget`), within 30 s in others.
 */
export const endTokens = async (db: Db, subject: string): Promise<void> => {
  await db
    .updateTable('users')
    .set({ tokens_from: sql`now()` })
    .where('subject', '=', subject)
    .execute();
};
