import type { Selectable } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import type { InvoicesTable, SubscriptionsTable } from '../billing.tables.ts';
import { accountNow } from './account-time.ts';
import { recordEnds } from './grace.ts';
import { liftHold } from './hold.ts';
import { emailInvoices } from './email-invoices.ts';
import { emailSubscriptions } from './email-subscriptions.ts';

type Held = {
  subscriptions: readonly Selectable<SubscriptionsTable>[];
  invoices: readonly Selectable<InvoicesTable>[];
};

/** What a sync found of an account before and after it read the provider. */
export type SyncChange = { account: AccountKey; before: Held; after: Held };

/**
 * Answers what a sync changed, in the sync's transaction: an account that pays again is no longer held, the grace of one whose plan has
 * ended begins, and what its owners must know is queued as an e-mail. Runs again with the same change after a crash, with the same result.
 */
export const afterSync = async (
  tx: Tx,
  deps: Pick<Kernel, 'events' | 'clock' | 'hooks'>,
  change: SyncChange,
): Promise<void> => {
  const now = await accountNow(tx, change.account, deps.clock);
  await recordEnds(tx, change, now);
  await liftHold(tx, deps, change.account);
  await emailInvoices(tx, deps, change, now);
  await emailSubscriptions(tx, deps, change);
};
