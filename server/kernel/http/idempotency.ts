import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '#server/kernel/db/tables.ts';
import type { Db } from '../kernel.ts';
import { refuse } from './refuse.ts';

export type StoredReply = { status: number; body: unknown };
type Claim = { user_id: string; endpoint: string; key: string; request_hash: string };

const abandonedAfterMs = 120_000;

/**
 * Runs `create` once per (user, endpoint, key): a repeated call gets the first one's reply, 409 while that is running,
 * 422 if it is a different request. A refused creation may be retried with the same key.
 */
export const runIdempotent = async (db: Db, claim: Claim, create: () => Promise<StoredReply>): Promise<StoredReply> => {
  if (claim.key.length > 200) refuse('request.invalid', {}, { 'Idempotency-Key': 'At most 200 characters.' });
  const earlier = await claimOrFind(db, claim);
  if (earlier) return earlier;
  try {
    const { status, body } = await create();
    const reply = JSON.stringify({ body });
    await db.updateTable('idempotency').set({ status, reply }).where(is(claim)).execute();
    return { status, body };
  } catch (error) {
    await db.deleteFrom('idempotency').where(is(claim)).execute();
    throw error;
  }
};

/** The stored reply, or undefined if this call may proceed. */
const claimOrFind = async (db: Db, claim: Claim): Promise<StoredReply | undefined> => {
  const row = { ...claim, status: null, reply: null };
  const inserted = await db
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return undefined;
  const found = await db
    .selectFrom('idempotency')
    .select(['status', 'reply', 'created', 'request_hash'])
    .where(is(claim))
    .executeTakeFirst();
  // Claims from before hashes were stored have none.
  if (found && found.request_hash !== null && found.request_hash !== claim.request_hash) refuse('request.keyReused');
  if (found && found.status !== null) return { status: found.status, body: found.reply?.body };
  // The process that made the claim died: the claim is free again.
  if (found && Date.now() - found.created.getTime() > abandonedAfterMs) {
    await db.deleteFrom('idempotency').where(is(claim)).where('created', '=', found.created).execute();
    return claimOrFind(db, claim);
  }
  return refuse('request.conflict');
};

/** Deletes replies older than a day; run daily. */
export const deleteOldReplies = async (db: Db, now: Date): Promise<void> => {
  const yesterday = new Date(now.getTime() - 24 * 3600 * 1000);
  await db.deleteFrom('idempotency').where('created', '<', yesterday).execute();
};

const is =
  (claim: Claim) =>
  (eb: ExpressionBuilder<Database, 'idempotency'>): Expression<SqlBool> =>
    eb.and([
      eb('user_id', '=', claim.user_id),
      eb('endpoint', '=', claim.endpoint),
      eb('idempotency.key', '=', claim.key),
    ]);
