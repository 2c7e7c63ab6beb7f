import type * as z from 'zod/mini';
import type { AssignedPlan } from '#contract/billing.ts';
import type { AccountKey } from '#contract/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { endOwnSubscription, lockAccount, setRequestedPlan } from './billing.repo.ts';
import { subscribe, trialEnd } from './billing.service.ts';
import { refuseOverLimits } from './plan-change.ts';

/**
 * Replaces the plan of an account and clears its plan request. `none` ends the plan regardless of usage: existing
 * stations stay on the air. Refuses with the `plan.…` reasons.
 */
export const assignPlan = async (
  { db, clock }: { db: Db; clock: Clock },
  account: AccountKey,
  { legacySubscription, ...wanted }: z.output<typeof AssignedPlan>,
): Promise<void> => {
  const now = clock.now();
  const trialEnds = await trialEnd(db, now);
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, account))) refuse('account.notFound');
    if (wanted.plan !== 'none') await refuseOverLimits(tx, account, wanted);
    await endOwnSubscription(tx, account, now);
    await subscribe(tx, account, { ...wanted, legacy: legacySubscription }, trialEnds);
    await setRequestedPlan(tx, account, null);
  });
};
