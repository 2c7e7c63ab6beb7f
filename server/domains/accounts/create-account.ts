import type * as z from 'zod/mini';
import type { Account, AccountForSomebody, NewAccount } from '#contract/accounts.ts';
import type { AccountKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import type { PlanId } from '#contract/plans.ts';
import { subscribe, trialEnd } from '#server/domains/billing/billing.service.ts';
import { invite, sendInvitation } from '#server/domains/people/invite.service.ts';
import { portalSettings } from '#server/platform/settings.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { newKey } from '#server/kernel/keys.ts';
import { countTrialsOf, insertAccount, insertOwner, lockOwner } from './accounts.repo.ts';
import { getAccount } from './accounts.service.ts';
import { checkPlaceAndMoney } from './place-and-money.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'jobs' | 'events'>;

/**
 * Creates an account on trial, whose creator becomes its owner. Refuses with `account.creationClosed` where only the
 * portal makes accounts, and with `account.trialLimit`.
 */
export const createAccount = async (deps: Deps, body: z.output<typeof NewAccount>, who: Person): Promise<Account> => {
  const { account_creation: creators } = await portalSettings(deps.db);
  if (creators === 'admins' && !who.isPortalAdmin) refuse('account.creationClosed');
  const key = await create(deps, body, 'trial', async (tx, made) => {
    await lockOwner(tx, who.id);
    const max = limits.trialAccounts;
    if (!who.isPortalAdmin && (await countTrialsOf(tx, who.id)) >= max) refuse('account.trialLimit', { max });
    await insertOwner(tx, made, who.id);
  });
  return await getAccount(deps.db, key, who);
};

/** Creates an account on a plan for somebody, who is invited as its owner by mail; until then the portal keeps it. */
export const createAccountFor = async (
  deps: Deps,
  { owner_email: email, plan, ...body }: z.output<typeof AccountForSomebody>,
  who: Person,
): Promise<Account> => {
  let invited: Awaited<ReturnType<typeof invite>> | undefined;
  const key = await create(deps, body, plan, async (tx, account) => {
    const place = { scope: 'account', account } as const;
    invited = await invite(tx, { place, email, role: 'owner', by: who, now: deps.clock.now() });
  });
  if (invited) await sendInvitation(deps, invited);
  return await getAccount(deps.db, key, who);
};

const create = async (
  { db, clock }: Deps,
  { currency, ...body }: z.output<typeof NewAccount>,
  plan: PlanId,
  give: (tx: Tx, key: AccountKey) => Promise<void>,
): Promise<AccountKey> => {
  checkPlaceAndMoney({ currency, country: body.country });
  const key = newKey('account');
  const trialEnds = await trialEnd(db, clock.now());
  await db.transaction().execute(async (tx) => {
    await insertAccount(tx, { key, ...body, ...(currency ? { currency } : {}) });
    await subscribe(tx, key, { plan, interval: 'month', quantity: 1, legacy: false }, trialEnds);
    await give(tx, key);
  });
  return key;
};
