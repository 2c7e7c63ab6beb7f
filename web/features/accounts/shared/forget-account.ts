import type { Query, QueryClient } from '@tanstack/react-query';
import type { AccountKey } from '#contract/keys.ts';

/** What belongs to the person or to the portal, and not to the account that is looked at. */
const ofNoAccount: readonly unknown[] = ['session', 'inbox', 'portal', 'map'];
/** Lists of accounts are nobody's own. */
const ofNobody: readonly unknown[] = ['list', 'search'];

/**
 * Forgets what was read of any account but this one (spec §4): everything but the person's and the portal's. What a part
 * of the page still shows (the player's station) stays.
 */
export const forgetOtherAccounts = (queries: QueryClient, here: AccountKey): void =>
  queries.removeQueries({
    predicate: (query) => isOfAccounts(query) && !query.queryKey.includes(here) && !isShown(queries, query),
  });

/** Forgets an account that is no more, with all that was read of its stations and podcasts. */
export const forgetAccount = (queries: QueryClient, gone: AccountKey): void =>
  queries.removeQueries({
    predicate: (query) => query.queryKey.includes(gone) || (isOfAccounts(query) && !isShown(queries, query)),
  });

const isOfAccounts = ({ queryKey: [subject, part] }: Pick<Query, 'queryKey'>): boolean =>
  !ofNoAccount.includes(subject) && !(subject === 'accounts' && ofNobody.includes(part));

const isShown = (queries: QueryClient, { queryHash }: Pick<Query, 'queryHash'>): boolean =>
  (queries.getQueryCache().get(queryHash)?.getObserversCount() ?? 0) > 0;
