import type { AccountKey } from '#contract/keys.ts';
import { hasSubscription } from '#server/domains/billing/billing.service.ts';
import { tellInbox } from '#server/platform/inbox.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { accountDeleted } from './accounts.events.ts';
import { lockAccount } from './accounts.repo.ts';
import { invitedPeople, markDeleted } from './purge.repo.ts';

/**
 * Deletes an account: from now on nobody finds it or anything of it, and its stations are off the air; what it had is
 * removed by a job, and invitations to it are nobody's any more. Refuses with `account.hasSubscription` while it, or a station of it, is subscribed (spec §4).
 */
export const deleteAccount = async (
  { db, clock, events }: Pick<Kernel, 'db' | 'clock' | 'events'>,
  key: AccountKey,
): Promise<undefined> => {
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, key))) refuse('account.notFound');
    if (await hasSubscription(tx, key)) refuse('account.hasSubscription');
    await markDeleted(tx, key, clock.now());
    await tellInbox(events, tx, await invitedPeople(tx, key));
    await events.emit(tx, accountDeleted, { account: key });
  });
};
