import type { Selectable } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import { activeStatuses, planOfPrice } from '#contract/rules/plans.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import type { SubscriptionsTable } from '../billing.tables.ts';
import type { PlanFacts } from '../emails/billing-email.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { SyncChange } from './after-sync.ts';
import { isActive } from '../projection.ts';
import { hasEnded, holdOf } from './grace.ts';

type Row = Selectable<SubscriptionsTable>;

/** Queues an e-mail for each subscription that has ended or changed its plan since the previous sync. */
export const emailSubscriptions = async (
  tx: Tx,
  deps: Pick<Kernel, 'events'>,
  { account, before, after }: SyncChange,
): Promise<void> => {
  const later = new Map(after.subscriptions.map((row) => [row.id, row]));
  for (const earlier of before.subscriptions) {
    const row = later.get(earlier.id);
    if (!row?.provider || !isActive(earlier.status)) continue;
    const newest = after.invoices.find(({ id }) => id === row.latest_invoice);
    const unpaid = earlier.status === 'past_due' || newest?.status === 'open' || newest?.status === 'uncollectible';
    if (hasEnded(row)) await emailEnd(tx, deps, { account, row, unpaid });
    else if (earlier.price_id !== row.price_id || earlier.quantity !== row.quantity)
      await queueEmail(
        tx,
        deps,
        account,
        `${row.id}.${row.price_id ?? ''}.${String(row.quantity)}.${row.latest_invoice ?? ''}`,
        {
          kind: 'planChanged',
          before: planFacts(earlier),
          after: planFacts(row),
        },
      );
  }
};

const emailEnd = async (
  tx: Tx,
  deps: Pick<Kernel, 'events'>,
  { account, row, unpaid }: { account: AccountKey; row: Row; unpaid: boolean },
): Promise<void> => {
  // Another plan took its place, for example one that an administrator assigned.
  if (row.product === 'plan' && (await hasPlan(tx, account))) return;
  const { graceEnds } = await holdOf(tx, account);
  await queueEmail(tx, deps, account, row.id, {
    kind: 'ended',
    bought: { product: row.product, plan: row.plan },
    unpaid,
    offAir: row.product === 'plan' ? graceEnds : null,
  });
};

const hasPlan = async (tx: Tx, account: AccountKey): Promise<boolean> => {
  const found = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('account_key', '=', account)
    .where('station_key', 'is', null)
    .where('status', 'in', [...activeStatuses])
    .executeTakeFirst();
  return found !== undefined;
};

const planFacts = (row: Row): PlanFacts => ({
  product: row.product,
  plan: row.plan,
  quantity: row.quantity,
  interval: (row.price_id !== null && planOfPrice(row.price_id)?.price.interval) || null,
  price:
    row.unit_amount === null || row.currency === null
      ? null
      : { amount: row.unit_amount * row.quantity, currency: row.currency },
});
