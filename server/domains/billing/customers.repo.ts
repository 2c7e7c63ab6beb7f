import { sql, type Selectable } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { CustomerFacts, Payments } from '#server/engines/payments/port.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { BillingCustomersTable } from './billing.tables.ts';

export type CustomerRow = Selectable<BillingCustomersTable>;
type Mode = Payments['mode'];

/** The account's customer at the provider; undefined before the first purchase, and for a customer of another mode. */
export const findCustomer = async (db: Db | Tx, account: AccountKey, mode: Mode): Promise<CustomerRow | undefined> =>
  await db
    .selectFrom('billing_customers')
    .selectAll()
    .where('account_key', '=', account)
    .where('mode', '=', mode)
    .executeTakeFirst();

/** The account of a customer. */
export const accountOfCustomer = async (db: Db | Tx, customer: string, mode: Mode): Promise<AccountKey | undefined> =>
  (
    await db
      .selectFrom('billing_customers')
      .select('account_key')
      .where('customer', '=', customer)
      .where('mode', '=', mode)
      .executeTakeFirst()
  )?.account_key;

/**
 * Stores the customer of an account; one that is there already stays, unless it is `previous` or of the sandbox. Undefined if a
 * customer of a more real mode stands in the way.
 */
export const saveCustomer = async (
  db: Db | Tx,
  account: AccountKey,
  { customer, mode, previous = '' }: { customer: string; mode: Mode; previous?: string },
): Promise<CustomerRow | undefined> => {
  await db
    .insertInto('billing_customers')
    .values({ account_key: account, customer, mode, currency: null })
    .onConflict((conflict) =>
      conflict
        .column('account_key')
        .doUpdateSet({ customer, mode, card: null, credit: 0, currency: null, synced_at: null })
        .where((eb) =>
          eb.or([
            eb('billing_customers.customer', '=', previous),
            eb('billing_customers.mode', '=', sql<Mode>`case when ${mode} = 'sandbox' then null else 'sandbox' end`),
            eb('billing_customers.mode', '=', sql<Mode>`case when ${mode} = 'live' then 'test' end`),
          ]),
        ),
    )
    .execute();
  return await findCustomer(db, account, mode);
};

/** What the provider is to know of an account; undefined if it is deleted. */
export const customerFacts = async (db: Db | Tx, account: AccountKey): Promise<CustomerFacts | undefined> => {
  const found = await db
    .selectFrom('accounts')
    .select(['company', 'email', 'country'])
    .where('key', '=', account)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found && { account, name: found.company, email: found.email, country: found.country, currency };
};

/** All prices are in US dollars. */
const currency = 'usd';

/** Customers in the order of their ids, of which something is not ended; for the nightly comparison. */
export const payingCustomers = async (db: Db, mode: Mode, after: string, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('billing_customers')
      .select('customer')
      .where('mode', '=', mode)
      .where('customer', '>', after)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('subscriptions')
            .select('id')
            .whereRef('subscriptions.account_key', '=', 'billing_customers.account_key')
            .where('provider', 'is not', null)
            .where('status', 'not in', ['canceled', 'incomplete_expired']),
        ),
      )
      .orderBy('customer')
      .limit(limit)
      .execute()
  ).map(({ customer }) => customer);
