import type { AccountKey } from '#contract/rules/keys.ts';
import type { CustomerSnapshot, SubscriptionSnapshot } from '#server/engines/payments/port.ts';
import { runInTurn } from '#server/kernel/db/run-exclusive.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import { fairQueue } from '#server/kernel/threads/fair-queue.ts';
import type { BillingDeps } from './billing.deps.ts';
import { lockAccount, setRequestedPlan, type SubscriptionRow } from './billing.repo.ts';
import { accountOfCustomer, saveCustomer } from './customers.repo.ts';
import { describeChanges, type Held } from './describe-changes.ts';
import { markHandled } from './events.repo.ts';
import { closeIntent, openIntentsOf, type IntentRow } from './intents.repo.ts';
import { newestInvoices, saveInvoices } from './invoice-copies.repo.ts';
import { afterSync } from './life/after-sync.ts';
import { isPayment } from './payment-refusals.ts';
import { isActive, isSame, project, type Projected } from './projection.ts';
import * as repo from './sync.repo.ts';

export type SyncDeps = Pick<BillingDeps, 'db' | 'clock' | 'log' | 'events' | 'hooks' | 'payments'>;

/**
 * Reads a customer from the provider and makes our copies equal to it, whatever events said; returns what changed, in words for an
 * administrator. One sync of a customer runs at a time, and each reads after the one before has written. Throws a `PaymentError` if the
 * provider is away.
 */
export const syncCustomer = async (deps: SyncDeps, customer: string): Promise<string[]> =>
  await inTurn(deps, customer, async (connection) => {
    const since = await repo.databaseNow(connection);
    const read = await readCustomer(deps, customer);
    const changed = await connection.transaction().execute((tx) => applyReading(tx, deps, read, true));
    await markHandled(connection, customer, since);
    return changed;
  });

/** Makes our copy of one subscription equal to what the provider replied, for when it can't be asked for the rest. */
export const applySnapshot = async (deps: SyncDeps, snapshot: SubscriptionSnapshot): Promise<void> =>
  await inTurn(deps, snapshot.customer, async (connection) => {
    const read = { ...nothing, id: snapshot.customer, subscriptions: [snapshot] };
    await connection.transaction().execute((tx) => applyReading(tx, deps, read, false));
  });

/** Each waiting sync holds a connection, so only a few may wait. */
const queue = fairQueue(4);

const inTurn = async <T>({ db }: SyncDeps, customer: string, work: (connection: Db) => Promise<T>): Promise<T> =>
  await queue.run(customer, () => runInTurn(db, `billing of ${customer}`, work));

const nothing: Omit<CustomerSnapshot, 'id'> = {
  account: null,
  currency: null,
  card: null,
  taxNumber: null,
  credit: 0,
  subscriptions: [],
  invoices: [],
};

/** A customer that was deleted at the provider has nothing any more. */
const readCustomer = async ({ payments }: SyncDeps, id: string): Promise<CustomerSnapshot> => {
  try {
    return await payments.read(id);
  } catch (error) {
    if (isPayment(error, 'notFound')) return { ...nothing, id };
    throw error;
  }
};

/** Writes a reading, `complete` if it has everything of the customer; returns what changed. */
const applyReading = async (tx: Tx, deps: SyncDeps, read: CustomerSnapshot, complete: boolean): Promise<string[]> => {
  const account = await ownerOf(tx, deps, read);
  if (account === undefined || !(await lockAccount(tx, account))) return [];
  const now = deps.clock.now();
  const before = await heldBy(tx, account);
  const notes = await saveSubscriptions(tx, deps, account, read, before.subscriptions, now);
  if (complete) {
    await repo.endMissing(tx, missingIn(read, before.subscriptions, providerOf(deps)), now);
    await saveInvoices(tx, account, read.invoices, now);
    await repo.saveCustomerState(tx, account, read, now);
  }
  await repo.markSponsored(tx, account);
  const after = await heldBy(tx, account);
  await closeSettled(tx, account, after.subscriptions, now);
  await afterSync(tx, deps, { account, before, after });
  const changed = describeChanges(before, after);
  // What their browsers show of the account has changed.
  if (changed.length > 0) await notifyInbox(deps.events, tx, await repo.membersOf(tx, account));
  return [...changed, ...notes];
};

/** The account of the customer; one that a crash left without its row is adopted. */
const ownerOf = async (tx: Tx, { payments }: SyncDeps, read: CustomerSnapshot): Promise<AccountKey | undefined> => {
  const known = await accountOfCustomer(tx, read.id, payments.mode);
  if (known !== undefined || read.account === null) return known;
  const account = read.account as AccountKey;
  if (!(await lockAccount(tx, account))) return undefined;
  const saved = await saveCustomer(tx, account, { customer: read.id, mode: payments.mode });
  return saved?.customer === read.id ? account : undefined;
};

const heldBy = async (tx: Tx, account: AccountKey): Promise<Held> => ({
  subscriptions: await repo.allSubscriptionsOf(tx, account),
  invoices: await newestInvoices(tx, account),
});

/** What the subscriptions of this portal's provider are called. */
export const providerOf = ({ payments }: Pick<BillingDeps, 'payments'>): 'stripe' | 'sandbox' =>
  payments.mode === 'sandbox' ? 'sandbox' : 'stripe';

const saveSubscriptions = async (
  tx: Tx,
  deps: SyncDeps,
  account: AccountKey,
  { subscriptions }: CustomerSnapshot,
  rows: readonly SubscriptionRow[],
  now: Date,
): Promise<string[]> => {
  const stations = await repo.stationKeysOf(tx, account);
  const byId = new Map(rows.map((row) => [row.provider_id, row]));
  const known = (row: Projected) => byId.get(row.provider_id);
  const projected = project(subscriptions, { account, provider: providerOf(deps), rows, stations, now });
  const same = projected.rows.filter((row) => isSame(row, known(row)));
  await repo.markRead(
    tx,
    same.map(({ provider_id: id }) => id),
    now,
  );
  for (const row of projected.rows.filter((one) => !same.includes(one))) {
    const isCurrent = isActive(row.status);
    if (isCurrent) await repo.endLocal(tx, { account, station: row.station_key ?? null }, row.product ?? 'plan', now);
    if (isCurrent && row.product === 'plan') await setRequestedPlan(tx, account, null);
    await repo.saveProjected(tx, row, known(row), now);
  }
  return projected.notes;
};

const ended = new Set<string>(['canceled', 'incomplete_expired']);
const mostRead = 100;

/** The copies that count as something, of which the provider knows nothing. */
const missingIn = (read: CustomerSnapshot, rows: readonly SubscriptionRow[], provider: string): string[] => {
  // A full reading may lack the oldest ones.
  if (read.subscriptions.length >= mostRead) return [];
  const known = new Set(read.subscriptions.map(({ id }) => id));
  return rows.flatMap(({ provider: of, provider_id: id, status }) =>
    of === provider && id !== null && !known.has(id) && !ended.has(status) ? [id] : [],
  );
};

/** Closes the intents whose purchase or change is there. */
const closeSettled = async (
  tx: Tx,
  account: AccountKey,
  rows: readonly SubscriptionRow[],
  now: Date,
): Promise<void> => {
  for (const intent of await openIntentsOf(tx, account))
    if (rows.some((row) => isSettledBy(intent, row))) await closeIntent(tx, intent.id, { state: 'done', now });
};

const isSettledBy = (intent: IntentRow, row: SubscriptionRow): boolean => {
  if (intent.kind === 'create') return row.intent === intent.id;
  const states = [{ priceId: row.price_id, quantity: row.quantity }, row.pending];
  return (
    row.id === intent.subscription_id &&
    states.some((state) => state?.priceId === intent.price_id && state.quantity === intent.quantity)
  );
};
