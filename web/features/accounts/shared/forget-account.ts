import type { Query, QueryClient } from '@tanstack/react-query';
import type { AccountKey } from '#contract/keys.ts';

/** Query subjects that belong to the user or the portal and not to the current account. */
const sharedSubjects: readonly unknown[] = ['session', 'inbox', 'portal', 'map'];
/** Lists of accounts belong to no single account. */
const listParts: readonly unknown[] = ['list', 'search'];

/**
 * Clears everything cached for accounts other than `here` (spec §4). The user's and the portal's data stays, and so does
 * what the page still shows (the player's station).
 */
export const forgetOtherAccounts = (queries: QueryClient, here: AccountKey): void =>
  queries.removeQueries({
    predicate: (query) => isOfAccounts(query) && !query.queryKey.includes(here) && !isShown(queries, query),
  });

/** Clears everything cached for a deleted account, its stations and its podcasts. */
export const forgetAccount = (queries: QueryClient, deleted: AccountKey): void =>
  queries.removeQueries({
    predicate: (query) => query.queryKey.includes(deleted) || (isOfAccounts(query) && !isShown(queries, query)),
  });

const isOfAccounts = ({ queryKey: [subject, part] }: Pick<Query, 'queryKey'>): boolean =>
  !sharedSubjects.includes(subject) && !(subject === 'accounts' && listParts.includes(part));

const isShown = (queries: QueryClient, { queryHash }: Pick<Query, 'queryHash'>): boolean =>
  (queries.getQueryCache().get(queryHash)?.getObserversCount() ?? 0) > 0;
