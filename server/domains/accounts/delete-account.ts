import type { AccountKey } from '#contract/rules/keys.ts';
import { hasSubscription } from '#server/domains/billing/billing.service.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { sendPurge } from './accounts.events.ts';
import { lockAccount } from './accounts.repo.ts';
import { invitedUsers, markDeleted } from './purge.repo.ts';

/**
 * Deletes an account: hides it, takes its stations off the air and voids its invitations at once; a job purges its
 * data. Refuses with `account.hasSubscription` while it or one of its stations has a subscription (spec §4).
 */
export const deleteAccount = async (
  deps: Pick<Kernel, 'db' | 'clock' | 'events' | 'jobs'>,
  key: AccountKey,
): Promise<undefined> => {
  const { db, clock, events } = deps;
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, key))) refuse('account.notFound');
    if (await hasSubscription(tx, key)) refuse('account.hasSubscription');
    await markDeleted(tx, key, clock.now());
    await notifyInbox(events, tx, await invitedUsers(tx, key));
    await sendPurge(deps, key, tx);
  });
};
