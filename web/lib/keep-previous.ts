import { hashKey, type QueryKey } from '@tanstack/react-query';

/**
 * For a query's `placeholderData`: what was shown stays until its successor is there, where both are of the same thing:
 * the first `same` parts of their keys are alike. The numbers of one station never stand under the name of another.
 */
export const keepPreviousOf =
  (key: QueryKey, same: number) =>
  <T>(previous: T | undefined, query: { queryKey: QueryKey } | undefined): T | undefined =>
    query && hashKey(query.queryKey.slice(0, same)) === hashKey(key.slice(0, same)) ? previous : undefined;
