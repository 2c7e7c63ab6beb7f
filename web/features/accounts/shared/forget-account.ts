import type { QueryClient } from '@tanstack/react-query';
import type { AccountKey } from '#contract/keys.ts';

/**
 * What belongs to one account and goes when another is looked at (spec §4): people, stations, subscriptions, analytics,
 * the playlist, the library. What a part of the page still shows (the player's station) stays.
 */
const ofAccounts: readonly unknown[] = ['accounts', 'people', 'billing', 'analytics', 'stations', 'playout', 'library'];
/** Lists of accounts are nobody's own. */
const ofNobody: readonly unknown[] = ['list', 'search'];

/** Forgets what was read of any account but this one. */
export const forgetOtherAccounts = (queries: QueryClient, here: AccountKey): void =>
  queries.removeQueries({
    predicate: ({ queryKey, ...query }) =>
      ofAccounts.includes(queryKey[0]) &&
      !ofNobody.includes(queryKey[1]) &&
      !queryKey.includes(here) &&
      queries.getQueryCache().get(query.queryHash)?.getObserversCount() === 0,
  });

/** Forgets an account that is no more. */
export const forgetAccount = (queries: QueryClient, gone: AccountKey): void =>
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(gone) });
