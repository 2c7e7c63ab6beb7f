import type { Query, QueryClient } from '@tanstack/react-query';
import type { AccountKey } from '#contract/rules/keys.ts';

/** Where paths begin that give data of the user or the portal, and not of an account. */
const sharedParts: readonly unknown[] = ['config', 'users', 'auth', 'portal', 'tools', 'shared'];
/** Lists of accounts belong to no single account. */
const listParts: readonly unknown[] = ['list', 'search'];

/**
 * Clears everything cached for accounts other than `here` (spec §4). The user's and the portal's data stays, and so does
 * what the page still shows (the player's station).
 */
export const forgetOtherAccounts = (queries: QueryClient, here: AccountKey): void =>
  queries.removeQueries({
    predicate: (query) => isOfAccounts(query) && !names(query, here) && !isShown(queries, query),
  });

/** Clears everything cached for a deleted account, its stations and its podcasts. */
export const forgetAccount = (queries: QueryClient, deleted: AccountKey): void =>
  queries.removeQueries({
    predicate: (query) => names(query, deleted) || (isOfAccounts(query) && !isShown(queries, query)),
  });

/** Keys begin with the path of their call (`web/lib/endpoint-query.ts`); the shapes of the map are of no call. */
const isOfAccounts = ({ queryKey }: Pick<Query, 'queryKey'>): boolean => {
  const [base, first, second] = queryKey;
  return base === 'v1'
    ? !sharedParts.includes(first) && !(first === 'accounts' && listParts.includes(second))
    : !JSON.stringify(first).includes('"map"');
};

/** Whether a query asks for an account, in its path or besides. */
const names = ({ queryKey }: Pick<Query, 'queryKey'>, account: AccountKey): boolean =>
  JSON.stringify(queryKey).includes(JSON.stringify(account));

const isShown = (queries: QueryClient, { queryHash }: Pick<Query, 'queryHash'>): boolean =>
  (queries.getQueryCache().get(queryHash)?.getObserversCount() ?? 0) > 0;
