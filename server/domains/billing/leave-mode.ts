import type { AccountKey } from '#contract/rules/keys.ts';
import { activeStatuses } from '#contract/rules/plans.ts';
import type { Payments } from '#server/engines/payments/port.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { BillingDeps } from './billing.deps.ts';
import { lockAccount } from './billing.repo.ts';
import { markSponsored } from './sync.repo.ts';

/** What is left behind when payments become more real; what was paid with real money is never touched. */
const leftBehind: Record<Payments['mode'], Payments['mode'][]> = {
  sandbox: [],
  test: ['sandbox'],
  live: ['sandbox', 'test'],
};

/**
 * Ends what was bought where no money moves, once payments are real: otherwise it would be free for ever. Returns the number of
 * accounts.
 */
export const leaveOtherModes = async ({ db, clock, payments }: Pick<BillingDeps, 'db' | 'clock' | 'payments'>) => {
  const modes = leftBehind[payments.mode];
  if (modes.length === 0) return 0;
  const left = await db.selectFrom('billing_customers').select('account_key').where('mode', 'in', modes).execute();
  for (const { account_key } of left) await leave(db, account_key, clock.now());
  return left.length;
};

const leave = async (db: Db, account: AccountKey, now: Date): Promise<void> =>
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, account);
    await tx
      .updateTable('subscriptions')
      .set({ status: 'canceled', canceled_at: now, updated: now })
      .where('account_key', '=', account)
      .where('provider', 'is not', null)
      .where('status', 'in', [...activeStatuses, 'incomplete', 'unpaid', 'paused'])
      .execute();
    await tx
      .updateTable('billing_intents')
      .set({ state: 'failed', error: 'another mode', closed: now })
      .where('account_key', '=', account)
      .where('state', '=', 'open')
      .execute();
    await tx.deleteFrom('invoices').where('account_key', '=', account).execute();
    await tx.deleteFrom('billing_customers').where('account_key', '=', account).execute();
    await tx.updateTable('accounts').set({ credit_card: false }).where('key', '=', account).execute();
    await markSponsored(tx, account);
  });
