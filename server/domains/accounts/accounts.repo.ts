import { sql, type Expression, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely';
import type { AccountKey } from '#contract/keys.ts';
import { countRows } from '#server/kernel/db/list-page.ts';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { PlanId } from '#contract/plans.ts';
import type { AccountsTable } from '#server/kernel/db/tables.ts';

/** `plan` is the one of the subscription that isn't cancelled, null without one. */
export type AccountRow = Selectable<AccountsTable> & {
  stations_count: number;
  role: 'owner' | 'admin' | null;
  plan: PlanId | null;
};

/** Whose list it is: a person sees the accounts they belong to, a portal admin all of them. */
type Visible = { member: string; within: 'everything' | AccountKey[] };
/** Which of them: by any part of the name, and `only` the suspended, those on trial, or those that ask for a plan. */
export type Wanted = { search: string; only: 'suspended' | 'trial' | 'requested' | undefined };
type Page = { limit: number; offset: number; sortBy: 'name' | 'email' | 'updated' | 'date_from'; sortDesc: boolean };

/** What a person belongs to: read first, so that their list is found from it, however many others there are. */
export const accountsOfMember = async (db: Db, member: string): Promise<AccountKey[]> =>
  (await db.selectFrom('account_members').select('account_key').where('user_id', '=', member).execute()).map(
    ({ account_key }) => account_key,
  );

/** One page of the accounts a person may see; roles and station counts are read for the page only. */
export const listAccounts = async (db: Db, visible: Visible, wanted: Wanted, page: Page): Promise<AccountRow[]> => {
  const direction = page.sortDesc ? 'desc' : 'asc';
  const keys = db
    .selectFrom('accounts')
    .select('accounts.key')
    .where(mayBeSeen(visible, wanted))
    .orderBy(sortColumns[page.sortBy], direction)
    .orderBy('accounts.key', direction)
    .limit(page.limit)
    .offset(page.offset);
  return await selectAccounts(db, visible.member)
    .innerJoin(keys.as('page'), 'page.key', 'accounts.key')
    .orderBy(sortColumns[page.sortBy], direction)
    .orderBy('accounts.key', direction)
    .execute();
};

/** How many accounts that list has in all. */
export const countAccounts = (db: Db, visible: Visible, wanted: Wanted): Promise<{ total: number; capped: boolean }> =>
  countRows(db, sql`select from accounts where ${mayBeSeen(visible, wanted)}`);

/** One account as this person sees it; deleted ones are not found. */
export const findAccount = async (db: Db | Tx, key: AccountKey, member: string): Promise<AccountRow | undefined> =>
  await selectAccounts(db, member).where('accounts.key', '=', key).where('deleted_at', 'is', null).executeTakeFirst();

/**
 * Holds the account until the transaction ends, so that two creations cannot both be the last that the
 * plan allows.
 */
export const lockAccount = async (
  tx: Tx,
  key: AccountKey,
): Promise<Pick<AccountRow, 'suspended_at' | 'logo'> | undefined> =>
  await tx
    .selectFrom('accounts')
    .select(['suspended_at', 'logo'])
    .where('key', '=', key)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Writes a new account. */
export const insertAccount = async (tx: Tx, row: Insertable<AccountsTable>): Promise<void> => {
  await tx.insertInto('accounts').values(row).execute();
};

/** Makes a person the owner of a new account. */
export const insertOwner = async (tx: Tx, account: AccountKey, person: string): Promise<void> => {
  await tx.insertInto('account_members').values({ account_key: account, user_id: person, role: 'owner' }).execute();
};

/** Accounts that one person makes at once wait here for each other until the transaction ends. */
export const lockOwner = async (tx: Tx, person: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`accounts of ${person}`}, 0))`.execute(tx);
};

/** How many accounts on trial a person owns. */
export const countTrialsOf = async (tx: Tx, person: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from accounts
    join account_members member on member.account_key = accounts.key and member.user_id = ${person} and role = 'owner'
    where deleted_at is null and exists (select from subscriptions
      where subscriptions.account_key = accounts.key and plan = 'trial')`.execute(tx);
  return rows[0]?.n ?? 0;
};

/** Changes these columns of an account that the transaction holds. */
export const changeAccountRow = async (tx: Tx, key: AccountKey, changes: Updateable<AccountsTable>): Promise<void> => {
  await tx.updateTable('accounts').set(changes).where('key', '=', key).execute();
};

/** The name of the picture that is the logo of an account. */
export const logoOf = async (db: Db, key: AccountKey): Promise<string | null> => {
  const found = await db.selectFrom('accounts').select('logo').where('key', '=', key).executeTakeFirst();
  return found?.logo ?? null;
};

/** What was agreed upon with an account alone. */
export const ownTermsOf = async (
  db: Db | Tx,
  key: AccountKey,
): Promise<Pick<AccountRow, 'company' | 'custom_limits' | 'invoice_settings'> | undefined> =>
  await db
    .selectFrom('accounts')
    .select(['company', 'custom_limits', 'invoice_settings'])
    .where('key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

const selectAccounts = (db: Db | Tx, member: string) =>
  db
    .selectFrom('accounts')
    .selectAll('accounts')
    .select([
      sql<number>`(select count(*) from stations
        where stations.account_key = accounts.key and stations.deleted_at is null)`.as('stations_count'),
      sql<AccountRow['role']>`(select role from account_members
        where account_members.account_key = accounts.key and account_members.user_id = ${member})`.as('role'),
      sql<AccountRow['plan']>`(select plan from subscriptions where ${isTheAccounts})`.as('plan'),
    ]);

const isTheAccounts = sql`subscriptions.account_key = accounts.key and subscriptions.station_key is null
  and subscriptions.status <> 'canceled'`;

const sortColumns = {
  name: sql`lower(accounts.company)`,
  email: sql`lower(accounts.email)`,
  updated: sql`accounts.updated`,
  date_from: sql`accounts.created`,
};

const onlyThose: Record<NonNullable<Wanted['only']>, Expression<SqlBool>> = {
  suspended: sql`accounts.suspended_at is not null`,
  requested: sql`accounts.requested_plan is not null`,
  trial: sql`exists (select from subscriptions where ${isTheAccounts} and subscriptions.plan = 'trial')`,
};

const mayBeSeen = ({ within }: Visible, { search, only }: Wanted): Expression<SqlBool> => {
  const own = within === 'everything' ? sql<SqlBool>`true` : sql<SqlBool>`accounts.key = any(${within})`;
  const those = only ? onlyThose[only] : sql<SqlBool>`true`;
  return sql<SqlBool>`accounts.deleted_at is null and ${own} and ${those} and ${nameMatches('accounts', search)}`;
};
