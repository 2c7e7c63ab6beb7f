import type * as z from 'zod/mini';
import type { AssignedPlan } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { activeSubscription, lockAccount, setRequestedPlan, type SubscriptionRow } from './billing.repo.ts';
import { subscribe, trialEnd } from './billing.service.ts';
import { endRow, type EndDeps } from './end-subscription.ts';
import { liftHold } from './life/hold.ts';
import { refuseOverLimits } from './plan-change.ts';
import { endLocal } from './sync.repo.ts';

/**
 * Replaces the plan of an account, clears its plan request and lifts its hold. `none` ends the plan regardless of usage: existing
 * stations stay on the air. A paid plan is refused with `subscription.paid`, unless `endPaid`: then it ends at its provider first, at
 * once. Refuses with the `plan.…` reasons and `payment.…`.
 */
export const assignPlan = async (
  deps: EndDeps,
  account: AccountKey,
  { legacySubscription, endPaid, ...wanted }: z.output<typeof AssignedPlan>,
): Promise<void> => {
  const { db, clock } = deps;
  const paid = await paidPlan(db, account);
  if (paid && !endPaid) refuse('subscription.paid');
  if (paid && wanted.plan !== 'none') await refuseOverLimits(db, account, wanted);
  if (paid) await endRow(deps, paid, 'now');
  const now = clock.now();
  const trialEnds = await trialEnd(db, now);
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, account))) refuse('account.notFound');
    if (await paidPlan(tx, account)) refuse('subscription.paid');
    if (wanted.plan !== 'none') await refuseOverLimits(tx, account, wanted);
    await endLocal(tx, { account, station: null }, 'plan', now);
    await subscribe(tx, account, { ...wanted, legacy: legacySubscription }, trialEnds);
    await setRequestedPlan(tx, account, null);
    await liftHold(tx, deps, account);
  });
};

const paidPlan = async (db: Db, account: AccountKey): Promise<SubscriptionRow | undefined> => {
  const row = await activeSubscription(db, { account, station: null }, 'plan');
  return row?.provider_id === null ? undefined : row;
};
