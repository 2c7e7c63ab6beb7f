import { sql } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import { activeStatuses } from '#contract/rules/plans.ts';
import type { SubscriptionProduct } from '#contract/api/subscription.ts';
import type { CustomerSnapshot } from '#server/engines/payments/port.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { activeStatusList } from '#server/platform/active-statuses.ts';
import type { SubscriptionRow } from './billing.repo.ts';
import type { Projected } from './projection.ts';
import type { Owner } from './return-urls.ts';

/** The database's own time, which `billing_events.received` has too. */
export const databaseNow = async (db: Db): Promise<Date> =>
  (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]!.now;

/** All subscriptions of an account and its stations, newest first. */
export const allSubscriptionsOf = async (db: Db | Tx, account: AccountKey): Promise<SubscriptionRow[]> =>
  await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_key', '=', account)
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute();

/** The keys of an account's stations, deleted ones too. */
export const stationKeysOf = async (tx: Tx, account: AccountKey): Promise<Set<string>> =>
  new Set(
    (await tx.selectFrom('stations').select('key').where('account_key', '=', account).execute()).map(({ key }) => key),
  );

/** The users who manage an account. */
export const membersOf = async (tx: Tx, account: AccountKey): Promise<string[]> =>
  (await tx.selectFrom('account_members').select('user_id').where('account_key', '=', account).execute()).map(
    ({ user_id }) => user_id,
  );

/** Ends the trial or assigned plan, or the assigned add-on, that a paid subscription replaces. */
export const endLocal = async (
  tx: Tx,
  { account, station }: Owner,
  product: SubscriptionProduct,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('subscriptions')
    .set({ status: 'canceled', canceled_at: now, updated: now })
    .where('account_key', '=', account)
    .where('station_key', 'is not distinct from', station)
    .where('product', '=', product)
    .where('provider', 'is', null)
    .where('status', 'in', activeStatuses)
    .execute();
};

/** Stores the copy of a provider's subscription, which has the row `before`. */
export const saveProjected = async (
  tx: Tx,
  row: Projected,
  before: SubscriptionRow | undefined,
  now: Date,
): Promise<void> => {
  const { created, ...changes } = row;
  if (before)
    await tx
      .updateTable('subscriptions')
      .set({ ...changes, updated: now })
      .where('id', '=', before.id)
      .execute();
  else
    await tx
      .insertInto('subscriptions')
      .values({ ...changes, ...(created && { created }), updated: now })
      .execute();
};

/** Notes that these copies were read and are unchanged. */
export const markRead = async (tx: Tx, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length === 0) return;
  await tx.updateTable('subscriptions').set({ synced_at: now }).where('provider_id', 'in', ids).execute();
};

/** Ends the copies of subscriptions that the provider no longer has. */
export const endMissing = async (tx: Tx, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length === 0) return;
  await tx
    .updateTable('subscriptions')
    .set({ status: 'canceled', canceled_at: now, updated: now, synced_at: now })
    .where('provider_id', 'in', ids)
    .execute();
};

/** Stores what the provider knows of the customer, and whether the account has a card on file. */
export const saveCustomerState = async (
  tx: Tx,
  account: AccountKey,
  { card, credit, currency }: Pick<CustomerSnapshot, 'card' | 'credit' | 'currency'>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('billing_customers')
    .set({ card: card && JSON.stringify(card), credit, currency, synced_at: now })
    .where('account_key', '=', account)
    .execute();
  await tx
    .updateTable('accounts')
    .set({ credit_card: card !== null })
    .where('key', '=', account)
    .where('credit_card', '<>', card !== null)
    .execute();
};

/** Features the stations of an account whose add-on is paid, and no others. */
export const markSponsored = async (tx: Tx, account: AccountKey): Promise<void> => {
  await sql`update stations set sponsored = not sponsored where account_key = ${account}
    and sponsored <> exists (select from subscriptions where subscriptions.station_key = stations.key
      and product = 'sponsored' and status in (${activeStatusList}))`.execute(tx);
};
