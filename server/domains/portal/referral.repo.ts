import type { Db, Tx } from '#server/kernel/kernel.ts';

/** Stores the referral code of a person; returns whether it is their first. */
export const addReferral = async (tx: Tx, user: string, code: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('referrals')
    .values({ user_id: user, code })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** The code and e-mail of a referral not yet reported to the tracker. */
export const unreportedReferral = async (db: Db, user: string): Promise<{ code: string; email: string } | undefined> =>
  await db
    .selectFrom('referrals')
    .innerJoin('users', 'users.id', 'referrals.user_id')
    .select(['referrals.code', 'users.email'])
    .where('user_id', '=', user)
    .where('reported_at', 'is', null)
    .executeTakeFirst();

export const markReferralReported = async (db: Db, user: string, now: Date): Promise<void> => {
  await db.updateTable('referrals').set({ reported_at: now }).where('user_id', '=', user).execute();
};
