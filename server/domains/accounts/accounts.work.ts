import type { AccountKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { sendPurge, jobs } from './accounts.events.ts';
import { purgeAccount, type PurgeDeps } from './purge-account.ts';
import { unpurgedAccounts } from './purge.repo.ts';

const hour = 3600;
const everyNight = '41 3 * * *';

/** Purges deleted accounts; unfinished purges are resumed at startup and every night. */
export const workAccounts = async (deps: PurgeDeps & Pick<Kernel, 'jobs'>): Promise<void> => {
  const bounds = { concurrency: 1, retries: 10, expireS: 6 * hour, givenUp: 'listed' } as const;
  const sendUnpurged = async () => {
    for (const account of await unpurgedAccounts(deps.db)) await sendPurge(deps, account);
  };
  await deps.jobs.work(jobs.purge, bounds, ({ account }) => purgeAccount(deps, account as AccountKey));
  await deps.jobs.every('accounts.purgeUnpurged', everyNight, sendUnpurged);
  await sendUnpurged();
};
