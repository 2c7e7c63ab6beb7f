import { sql, type Selectable, type Updateable } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { SiteDomainsTable } from '../sites.tables.ts';

export type DomainRow = Selectable<SiteDomainsTable>;

/** The domains of an account's microsite, in the order in which they were verified, then added. */
export const listDomains = async (db: Db | Tx, account: AccountKey): Promise<DomainRow[]> =>
  await db
    .selectFrom('site_domains')
    .selectAll()
    .where('account_key', '=', account)
    .orderBy('serves', 'desc')
    .orderBy(sql`verified_at nulls last`)
    .orderBy('created')
    .orderBy('domain')
    .execute();

export const findDomain = async (db: Db | Tx, account: AccountKey, domain: string): Promise<DomainRow | undefined> =>
  await db
    .selectFrom('site_domains')
    .selectAll()
    .where('account_key', '=', account)
    .where('domain', '=', domain)
    .executeTakeFirst();

/** The account whose site a domain shows. */
export const servingAccount = async (db: Db | Tx, domain: string): Promise<AccountKey | undefined> =>
  (
    await db
      .selectFrom('site_domains')
      .select('account_key')
      .where('domain', '=', domain)
      .where('serves', '=', true)
      .executeTakeFirst()
  )?.account_key;

/** Adds a domain, unless the account has it. */
export const insertDomain = async (
  tx: Tx,
  row: { account_key: AccountKey; domain: string; token: string; created: Date; next_check: Date },
): Promise<void> => {
  await tx
    .insertInto('site_domains')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const updateDomain = async (
  db: Db | Tx,
  { account_key, domain }: Pick<DomainRow, 'account_key' | 'domain'>,
  values: Updateable<SiteDomainsTable>,
): Promise<void> => {
  await db
    .updateTable('site_domains')
    .set(values)
    .where('account_key', '=', account_key)
    .where('domain', '=', domain)
    .execute();
};

export const deleteDomain = async (db: Db | Tx, account: AccountKey, domain: string): Promise<boolean> =>
  (
    await db
      .deleteFrom('site_domains')
      .where('account_key', '=', account)
      .where('domain', '=', domain)
      .executeTakeFirst()
  ).numDeletedRows > 0n;

/** The domains whose records are to be looked up, the longest due first. */
export const dueDomains = async (db: Db, now: Date, most: number): Promise<DomainRow[]> =>
  await db
    .selectFrom('site_domains')
    .selectAll()
    .where('next_check', '<=', now)
    .orderBy('next_check')
    .limit(most)
    .execute();
