import type { Updateable } from 'kysely';
import type * as z from 'zod/mini';
import type { Account, AccountList, ChangedAccount, NewAccount } from '#contract/accounts.ts';
import type { AccountKey } from '#contract/keys.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { newKey } from '#server/kernel/keys.ts';
import type { AccountsTable } from '#server/kernel/db/tables.ts';
import { countAccounts, countedTo, findAccount, listAccounts, type AccountRow, type Wanted } from './accounts.repo.ts';

export { lockAccount } from './accounts.repo.ts';

type ListQuery = Parameters<typeof listAccounts>[3] & { search: string | undefined; only?: Wanted['only'] };

/** The accounts a person may see: their own, and all of them for a portal admin. Totals are exact to 10,000. */
export const searchAccounts = async (db: Db, who: Person, query: ListQuery): Promise<z.infer<typeof AccountList>> => {
  const visible = { member: who.id, everything: who.isPortalAdmin };
  const wanted = { search: query.search ?? '', only: query.only };
  const [rows, total] = await Promise.all([
    listAccounts(db, visible, wanted, query),
    countAccounts(db, visible, wanted),
  ]);
  return {
    entities: rows.map((row) => presentAccount(row, who)),
    total: Math.min(total, countedTo),
    capped: total > countedTo,
  };
};

/** One account; refuses with `account.notFound` where there is none (any more). */
export const getAccount = async (db: Db, key: AccountKey, who: Person): Promise<Account> => {
  const row = await findAccount(db, key, who.id);
  return presentAccount(row ?? refuse('account.notFound'), who);
};

/** Creates an account, whose creator becomes its owner. */
export const createAccount = async (db: Db, body: NewAccount, who: Person): Promise<Account> => {
  const key = newKey('account');
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('accounts')
      .values({ key, ...body })
      .execute();
    await tx.insertInto('account_members').values({ account_key: key, user_id: who.id, role: 'owner' }).execute();
  });
  return await getAccount(db, key, who);
};

/** Changes what the body names, and nothing else. */
export const updateAccount = async (
  db: Db,
  key: AccountKey,
  body: ChangedAccount,
  now: Date,
  who: Person,
): Promise<Account> => {
  const changes: Updateable<AccountsTable> = { ...body, updated: now };
  await db.updateTable('accounts').set(changes).where('key', '=', key).where('deleted_at', 'is', null).execute();
  return await getAccount(db, key, who);
};

/** The account as a person with these roles towards it may see it. A portal admin may do whatever its owner may. */
export const presentAccount = (row: AccountRow, who: Person): Account => ({
  key: row.key,
  email: row.email,
  company: row.company,
  address: row.address,
  telephone: row.telephone,
  city: row.city,
  zip: row.zip,
  area: row.area,
  country: row.country,
  currency: row.currency,
  balance: row.balance,
  balance_free: row.balance_free,
  balance_pending: row.balance_pending,
  fax: row.fax,
  vatid: row.vatid,
  vatid_valid: row.vatid_valid,
  vat_category: row.vat_category as Account['vat_category'],
  customer_type: row.customer_type as Account['customer_type'],
  job_description: row.job_description,
  doy: row.doy,
  gold_brd: row.gold_brd,
  credit_card: row.credit_card,
  date_to: row.date_to,
  logo: row.logo === null ? null : `/v1/accounts/${row.key}/logo?v=${row.logo.slice(0, 12)}`,
  chat_support: row.chat_support,
  plan: row.plan ?? 'none',
  requested_plan: row.requested_plan,
  comments: who.isPortalAdmin ? row.comments : '',
  updated: row.updated.toISOString(),
  date_from: row.created.toISOString(),
  active: row.suspended_at === null,
  suspended: row.suspended_at !== null,
  rights: {
    owner: who.isPortalAdmin || row.role === 'owner',
    admin: who.isPortalAdmin || row.role !== null,
  },
  stations_count: Number(row.stations_count),
});
