import type * as z from 'zod/mini';
import type { Account, AccountForOwner, NewAccount } from '#contract/api/accounts.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { PlanId } from '#contract/rules/plans.ts';
import { subscribe, trialEnd } from '#server/domains/billing/billing.service.ts';
import { vatNumberChanged } from '#server/domains/billing/vat/vat.service.ts';
import { invite, sendInvitation } from '#server/domains/people/invite.service.ts';
import { portalSettings } from '#server/platform/settings.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { newKey } from '#server/kernel/keys.ts';
import { countTrialsOf, insertAccount, insertOwner, lockOwner } from './accounts.repo.ts';
import { getAccount } from './accounts.service.ts';
import { checkCountryAndCurrency } from './check-country-and-currency.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'jobs' | 'events'>;

/**
 * Creates a trial account with its creator as owner. Refuses with `account.creationClosed` if only the portal may
 * create accounts, and with `account.trialLimit`.
 */
export const createAccount = async (deps: Deps, body: z.output<typeof NewAccount>, who: Person): Promise<Account> => {
  const { account_creation: creators } = await portalSettings(deps.db);
  if (creators === 'admins' && !who.isPortalAdmin) refuse('account.creationClosed');
  const key = await create(deps, body, 'trial', async (tx, account) => {
    await lockOwner(tx, who.id);
    const max = limits.trialAccounts;
    if (!who.isPortalAdmin && (await countTrialsOf(tx, who.id)) >= max) refuse('account.trialLimit', { max });
    await insertOwner(tx, account, who.id);
  });
  return await getAccount(deps.db, key, who);
};

/** Creates an account on a plan and invites its owner by e-mail; until they accept, only the portal can see it. */
export const createAccountFor = async (
  deps: Deps,
  { owner_email: email, plan, ...body }: z.output<typeof AccountForOwner>,
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
  { db, clock, events }: Deps,
  { currency, ...body }: z.output<typeof NewAccount> & Pick<z.output<typeof AccountForOwner>, 'vat_category'>,
  plan: PlanId,
  assignOwner: (tx: Tx, key: AccountKey) => Promise<void>,
): Promise<AccountKey> => {
  checkCountryAndCurrency({ currency, country: body.country });
  const key = newKey('account');
  const trialEnds = await trialEnd(db, clock.now());
  await db.transaction().execute(async (tx) => {
    await insertAccount(tx, { key, ...body, ...(currency ? { currency } : {}) });
    if (body.vatid) {
      const entered = { country: body.country ?? '', vatid: body.vatid };
      await vatNumberChanged(tx, { events, clock }, key, entered);
    }
    await subscribe(tx, key, { plan, interval: 'month', quantity: 1, legacy: false }, trialEnds);
    await assignOwner(tx, key);
  });
  return key;
};
