import { sql, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { EventHead } from '#server/engines/payments/port.ts';
import type { Database } from '#server/kernel/db/tables.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { BillingEventsTable } from './billing.tables.ts';

export type EventRow = Selectable<BillingEventsTable> & { account_key: AccountKey | null; company: string | null };
type State = Selectable<BillingEventsTable>['state'];

/** Stores an event; false if it is there already. */
export const insertEvent = async (db: Db, { id, type, created, customer, livemode }: EventHead): Promise<boolean> => {
  const inserted = await db
    .insertInto('billing_events')
    .values({ id, type, created, customer, livemode, error: null, state: customer === null ? 'ignored' : 'new' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
};

/** Which of these events are not stored yet. */
export const unknownEvents = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const known = await db.selectFrom('billing_events').select('id').where('id', 'in', ids).execute();
  const there = new Set(known.map(({ id }) => id));
  return new Set(ids.filter((id) => !there.has(id)));
};

/** Marks the events of a customer as handled that were received before its sync began to read. */
export const markHandled = async (db: Db, customer: string, since: Date): Promise<void> => {
  await db
    .updateTable('billing_events')
    .set({ state: 'done', error: null })
    .where('customer', '=', customer)
    .where('state', 'in', ['new', 'failed'])
    .where('received', '<=', since)
    .execute();
};

/** Marks the waiting events of a customer as failed. */
export const markFailed = async (db: Db, customer: string, error: string): Promise<void> => {
  await db
    .updateTable('billing_events')
    .set({ state: 'failed', error: error.slice(0, 500), attempts: sql<number>`attempts + 1` })
    .where('customer', '=', customer)
    .where('state', 'in', ['new', 'failed'])
    .execute();
};

/** Customers with events that wait since before this time. */
export const waitingCustomers = async (db: Db, before: Date, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('billing_events')
      .select('customer')
      .distinct()
      .where('state', 'in', ['new', 'failed'])
      .where('customer', 'is not', null)
      .where('received', '<', before)
      .limit(limit)
      .execute()
  ).flatMap(({ customer }) => customer ?? []);

/** Whether events of a customer wait for a sync. */
export const hasWaitingEvents = async (db: Db, customer: string): Promise<boolean> => {
  const found = await db
    .selectFrom('billing_events')
    .select('id')
    .where('customer', '=', customer)
    .where('state', 'in', ['new', 'failed'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** The events, newest first, with the accounts they are about. */
export const listEvents = async (
  db: Db,
  { state, limit, offset }: { state?: State | undefined; limit: number; offset: number },
): Promise<{ rows: EventRow[]; total: number }> => {
  const all = db.selectFrom('billing_events').$if(state !== undefined, (query) => query.where('state', '=', state!));
  const [rows, { total }] = await Promise.all([
    withAccount(all).orderBy('received', 'desc').orderBy('id').limit(limit).offset(offset).execute(),
    all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
};

export const findEvent = async (db: Db, id: string): Promise<EventRow | undefined> =>
  await withAccount(db.selectFrom('billing_events').where('id', '=', id)).executeTakeFirst();

/** Deletes handled events that are older than this. */
export const deleteEventsBefore = async (db: Db, time: Date): Promise<void> => {
  await db
    .deleteFrom('billing_events')
    .where('state', 'in', ['done', 'ignored'])
    .where('received', '<', time)
    .execute();
};

const withAccount = (query: SelectQueryBuilder<Database, 'billing_events', object>) =>
  query
    .leftJoin('billing_customers', 'billing_customers.customer', 'billing_events.customer')
    .leftJoin('accounts', 'accounts.key', 'billing_customers.account_key')
    .selectAll('billing_events')
    .select(['billing_customers.account_key', 'accounts.company']);
