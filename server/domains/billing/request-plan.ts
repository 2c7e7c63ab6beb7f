import type * as z from 'zod/mini';
import type { RequestedPlan } from '#contract/api/billing.ts';
import type { Brand } from '#contract/rules/brand.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, DomainEvents } from '#server/kernel/kernel.ts';
import { planRequested } from './billing.events.ts';
import { lockAccount, setRequestedPlan } from './billing.repo.ts';
import { refuseOverLimits } from './plan-change.ts';
import { refuseUnoffered } from './refuse-unoffered.ts';

/**
 * Stores an account's plan request until the portal decides, and e-mails its administrators, once per distinct request.
 * Refuses with the `plan.…` reasons if the account exceeds the plan, and a plan that the brand lacks.
 */
export const requestPlan = async (
  { db, events, brand }: { db: Db; events: DomainEvents; brand: Brand },
  account: AccountKey,
  wanted: z.output<typeof RequestedPlan>,
  who: Person,
): Promise<void> => {
  refuseUnoffered(brand, wanted.plan);
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, account))) refuse('account.notFound');
    await refuseOverLimits(tx, account, wanted);
    if (!(await setRequestedPlan(tx, account, wanted))) return;
    const name = `${who.first_name} ${who.last_name}`.trim();
    await events.emit(tx, planRequested, { account, by: name === '' ? who.email : `${name} (${who.email})` });
  });
};

/** Withdraws the plan request; idempotent. */
export const withdrawRequest = async (db: Db, account: AccountKey): Promise<void> =>
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, account))) refuse('account.notFound');
    await setRequestedPlan(tx, account, null);
  });
