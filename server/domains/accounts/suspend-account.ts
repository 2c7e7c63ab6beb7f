import type { Account } from '#contract/api/accounts.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { touchStationsOf } from '#server/domains/playout/playout.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { updateAccountRow, lockAccount } from './accounts.repo.ts';
import { getAccount } from './accounts.service.ts';

type Deps = { db: Db; clock: Clock };

/** Suspends an account and takes its stations off the air; refuses with `account.alreadySuspended`. */
export const suspendAccount = (deps: Deps, key: AccountKey, who: Person): Promise<Account> =>
  setSuspended(deps, key, true, who);

/** Reactivates an account and puts its running stations back on the air; refuses with `account.notSuspended`. */
export const reactivateAccount = (deps: Deps, key: AccountKey, who: Person): Promise<Account> =>
  setSuspended(deps, key, false, who);

const setSuspended = async ({ db, clock }: Deps, key: AccountKey, suspended: boolean, who: Person): Promise<Account> =>
  await db.transaction().execute(async (tx) => {
    const before = (await lockAccount(tx, key)) ?? refuse('account.notFound');
    const wasSuspended = before.suspended_at !== null;
    if (wasSuspended === suspended) refuse(suspended ? 'account.alreadySuspended' : 'account.notSuspended');
    const now = clock.now();
    await updateAccountRow(tx, key, { suspended_at: suspended ? now : null, updated: now });
    await touchStationsOf(tx, key);
    return await getAccount(tx, key, who);
  });
