import type * as z from 'zod/mini';
import type { Account, AccountList } from '#contract/api/accounts.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { checkDepth } from '#server/kernel/db/list-page.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { presentAccount } from './accounts.presenter.ts';
import { accountsOfMember, countAccounts, findAccount, listAccounts, type Wanted } from './accounts.repo.ts';

export { lockAccount } from './accounts.repo.ts';

type ListQuery = Parameters<typeof listAccounts>[3] & {
  search?: string | undefined;
  only?: Wanted['only'];
  pageNumber?: number;
};

/** The accounts a user may see: their own; for a portal admin, all. Totals are exact up to 10,000. */
export const searchAccounts = async (db: Db, who: Person, query: ListQuery): Promise<z.infer<typeof AccountList>> => {
  const within = who.isPortalAdmin ? 'everything' : await accountsOfMember(db, who.id);
  const visible = { member: who.id, within } as const;
  const wanted = { search: query.search ?? '', only: query.only };
  checkDepth(query.offset, 'pageNumber' in query ? 'pageNumber' : 'offset');
  const [rows, totals] = await Promise.all([
    listAccounts(db, visible, wanted, query),
    countAccounts(db, visible, wanted),
  ]);
  return { entities: rows.map((row) => presentAccount(row, who)), ...totals };
};

/** One account; refuses with `account.notFound` if it doesn't exist or was deleted. */
export const getAccount = async (db: Db | Tx, key: AccountKey, who: Person): Promise<Account> => {
  const row = await findAccount(db, key, who.id);
  return presentAccount(row ?? refuse('account.notFound'), who);
};
