import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { hourMs } from '#contract/rules/time.ts';
import type { PodcastImportProofsTable } from './import.tables.ts';

type Proof = Selectable<PodcastImportProofsTable>;

/** Number of codes mailed to an address within the last hour, by anyone; locks the address until commit. */
export const countProofEmails = async (tx: Tx, email: string, now: Date): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import letters ${email}`}, 0))`.execute(tx);
  const since = new Date(now.getTime() - hourMs);
  await tx.deleteFrom('podcast_import_emails').where('sent', '<', since).execute();
  const { count } = await tx
    .selectFrom('podcast_import_emails')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Stores a code, replacing an earlier one for the same person and feed. */
export const saveProof = async (tx: Tx, proof: Omit<Proof, 'tries' | 'created'>, now: Date): Promise<void> => {
  const values = { ...proof, tries: 0, created: now };
  await tx
    .insertInto('podcast_import_proofs')
    .values(values)
    .onConflict((conflict) => conflict.columns(['user_id', 'feed_url']).doUpdateSet(values))
    .execute();
  await tx.insertInto('podcast_import_emails').values({ email: proof.email, sent: now }).execute();
};

/** Counts an attempt at a code and returns its row; undefined if no valid code with attempts left exists. */
export const countAttempt = async (
  db: Db,
  { user, feedUrl, email, now, most }: { user: string; feedUrl: string; email: string; now: Date; most: number },
): Promise<Proof | undefined> =>
  await db
    .updateTable('podcast_import_proofs')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', user)
    .where('feed_url', '=', feedUrl)
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .where('tries', '<', most)
    .returningAll()
    .executeTakeFirst();

/** Deletes expired codes. */
export const deleteExpiredProofs = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('podcast_import_proofs').where('expires_at', '<', now).execute();
};

export const removeProof = async (db: Db, user: string, feedUrl: string): Promise<void> => {
  await db.deleteFrom('podcast_import_proofs').where('user_id', '=', user).where('feed_url', '=', feedUrl).execute();
};
