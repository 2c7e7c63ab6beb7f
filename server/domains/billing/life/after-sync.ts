import type { Selectable } from 'kysely';
import type { AccountKey } from '#contract/keys.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import type { InvoicesTable, SubscriptionsTable } from '../billing.tables.ts';

type Held = {
  subscriptions: readonly Selectable<SubscriptionsTable>[];
  invoices: readonly Selectable<InvoicesTable>[];
};

/** What a sync found of an account before and after it read the provider. */
export type SyncChange = { account: AccountKey; before: Held; after: Held };

/**
 * Answers what a sync changed, in the sync's transaction: an account that pays again is no longer held, and what its owners must know is
 * queued as an e-mail. Runs again with the same change after a crash, so it must bear that.
 */
export const afterSync = async (_tx: Tx, _deps: Pick<Kernel, 'events' | 'clock'>, _change: SyncChange): Promise<void> =>
  await Promise.resolve();
