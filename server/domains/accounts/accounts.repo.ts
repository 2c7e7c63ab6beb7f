import {
  sql,
  type Expression,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  type Updateable,
} from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { ContextRow } from '#server/kernel/auth/resource-context.ts';
import { countRows } from '#server/kernel/db/list-page.ts';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import { statement } from '#server/kernel/db/statement.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { activeStatusList } from '#server/platform/active-statuses.ts';
import type { PlanId } from '#contract/rules/plans.ts';
import type { AccountsTable } from './accounts.tables.ts';

type Internal =
  | 'search_name'
  | 'custom_limits'
  | 'invoice_settings'
  | 'campaigns_enabled'
  | 'ad_requests_available'
  | 'impression_price_micros'
  | 'held_at'
  | 'held_reason';
/** `plan` is that of the active subscription, null without one. */
export type AccountRow = Omit<Selectable<AccountsTable>, Internal> & {
  stations_count: number;
  role: 'owner' | 'admin' | null;
  plan: PlanId | null;
};

/** What the caller may see: the accounts they belong to; a portal admin sees all. */
type Visible = { member: string; within: 'everything' | AccountKey[] };
/** Filters: any part of the name, and `only` suspended accounts, those on trial, or those with a plan request. */
export type Wanted = { search: string; only: 'suspended' | 'trial' | 'requested' | undefined };
type Page = { limit: number; offset: number; sortBy: 'name' | 'email' | 'updated' | 'date_from'; sortDesc: boolean };

/** A user's accounts, read first so that their list is found by index, however many accounts exist. */
export const accountsOfMember = async (db: Db, member: string): Promise<AccountKey[]> =>
  (await db.selectFrom('account_members').select('account_key').where('user_id', '=', member).execute()).map(
    ({ account_key }) => account_key,
  );

/** One page of the accounts a user may see; roles and station counts are read for the page only. */
export const listAccounts = async (db: Db, visible: Visible, wanted: Wanted, page: Page): Promise<AccountRow[]> => {
  const direction = page.sortDesc ? sql`desc` : sql`asc`;
  const order = sql`order by ${sortColumns[page.sortBy]} ${direction}, accounts.key ${direction}`;
  const { rows } = await sql<AccountRow>`
    select ${accountColumns}, ${roleOf(sql.val(visible.member))}
    from accounts join (select accounts.key from accounts where ${isVisible(visible, wanted)} ${order}
      limit ${page.limit} offset ${page.offset}) page on page.key = accounts.key ${order}`.execute(db);
  return rows;
};

/** The total number of accounts in that list. */
export const countAccounts = (db: Db, visible: Visible, wanted: Wanted): Promise<{ total: number; capped: boolean }> =>
  countRows(db, sql`select from accounts where ${isVisible(visible, wanted)}`);

/** One account with this user's role; deleted ones are not found. */
export const findAccount = async (db: Db | Tx, key: AccountKey, member: string): Promise<AccountRow | undefined> =>
  (await accountByKey(db, key, member))[0];

/**
 * Locks the account until the transaction ends, so that concurrent creations can't exceed its plan; undefined if it is
 * deleted.
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

/** Inserts an account. */
export const insertAccount = async (tx: Tx, row: Insertable<AccountsTable>): Promise<void> => {
  await tx.insertInto('accounts').values(row).execute();
};

/** Makes a user the owner of a new account. */
export const insertOwner = async (tx: Tx, account: AccountKey, user: string): Promise<void> => {
  await tx.insertInto('account_members').values({ account_key: account, user_id: user, role: 'owner' }).execute();
};

/** Serializes the account creations of one user until the transaction ends. */
export const lockOwner = async (tx: Tx, person: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`accounts of ${person}`}, 0))`.execute(tx);
};

/** The number of trial accounts that a user owns. */
export const countTrialsOf = async (tx: Tx, person: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from accounts
    join account_members member on member.account_key = accounts.key and member.user_id = ${person} and role = 'owner'
    where deleted_at is null and exists (select from subscriptions
      where subscriptions.account_key = accounts.key and plan = 'trial')`.execute(tx);
  return rows[0]?.n ?? 0;
};

/** Updates these columns of an account. */
export const updateAccountRow = async (tx: Tx, key: AccountKey, changes: Updateable<AccountsTable>): Promise<void> => {
  await tx.updateTable('accounts').set(changes).where('key', '=', key).execute();
};

/** The image name of an account's logo. */
export const logoOf = async (db: Db, key: AccountKey): Promise<string | null> => {
  const found = await db.selectFrom('accounts').select('logo').where('key', '=', key).executeTakeFirst();
  return found?.logo ?? null;
};

/** The individual terms of an account: custom limits and invoice settings. */
export const accountTerms = async (
  db: Db | Tx,
  key: AccountKey,
): Promise<Pick<Selectable<AccountsTable>, 'company' | 'custom_limits' | 'invoice_settings'> | undefined> =>
  await db
    .selectFrom('accounts')
    .select(['company', 'custom_limits', 'invoice_settings'])
    .where('key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

const columns: Record<Exclude<keyof AccountRow, 'stations_count' | 'role' | 'plan'>, true> = {
  key: true,
  company: true,
  email: true,
  address: true,
  telephone: true,
  city: true,
  zip: true,
  area: true,
  country: true,
  currency: true,
  balance: true,
  balance_free: true,
  balance_pending: true,
  comments: true,
  fax: true,
  vatid: true,
  vatid_valid: true,
  vat_category: true,
  customer_type: true,
  job_description: true,
  doy: true,
  gold_brd: true,
  credit_card: true,
  date_to: true,
  logo: true,
  chat_support: true,
  requested_plan: true,
  suspended_at: true,
  deleted_at: true,
  created: true,
  updated: true,
};

const isOwnSubscription = sql`subscriptions.account_key = accounts.key and subscriptions.station_key is null
  and subscriptions.status in (${activeStatusList})`;

/** The columns of an AccountRow, from `accounts`; listed by name, as prepared statements require. */
const accountColumns = sql`${sql.join(Object.keys(columns).map((column) => sql.ref(`accounts.${column}`)))},
  (select count(*) from stations where stations.account_key = accounts.key and stations.deleted_at is null) as stations_count,
  (select plan from subscriptions where ${isOwnSubscription}) as plan`;

const roleOf = (member: RawBuilder<string>) => sql`(select role from account_members
  where account_members.account_key = accounts.key and account_members.user_id = ${member}) as role`;

const accountByKey = statement(
  'account.byKey',
  (key: RawBuilder<AccountKey>, member: RawBuilder<string>) =>
    sql<AccountRow>`select ${accountColumns}, ${roleOf(member)} from accounts
      where accounts.key = ${key} and accounts.deleted_at is null`,
);

/** An account as `GET accounts/{key}` reads it: the role is the one that its context has. */
export const accountDetails: ContextRow<AccountRow> = {
  name: 'details',
  resource: 'account',
  columns: sql<AccountRow>`${accountColumns}, am.role as role`,
};

const sortColumns = {
  name: sql`lower(accounts.company)`,
  email: sql`lower(accounts.email)`,
  updated: sql`accounts.updated`,
  date_from: sql`accounts.created`,
};

const filters: Record<NonNullable<Wanted['only']>, Expression<SqlBool>> = {
  suspended: sql`accounts.suspended_at is not null`,
  requested: sql`accounts.requested_plan is not null`,
  trial: sql`exists (select from subscriptions where ${isOwnSubscription} and subscriptions.plan = 'trial')`,
};

const isVisible = ({ within }: Visible, { search, only }: Wanted): Expression<SqlBool> => {
  const own = within === 'everything' ? sql<SqlBool>`true` : sql<SqlBool>`accounts.key = any(${within})`;
  const filter = only ? filters[only] : sql<SqlBool>`true`;
  return sql<SqlBool>`accounts.deleted_at is null and ${own} and ${filter} and ${nameMatches('accounts', search)}`;
};
