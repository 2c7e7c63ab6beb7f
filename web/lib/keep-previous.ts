import { hashKey, type QueryKey } from '@tanstack/react-query';

/**
 * For a query's `placeholderData`: keeps the previous data until the new data arrives if the first `same` parts of both
 * keys are equal, so that the statistics of one station never appear under the name of another.
 */
export const keepPreviousOf =
  (key: QueryKey, same: number) =>
  <T>(previous: T | undefined, query: { queryKey: QueryKey } | undefined): T | undefined =>
    query && hashKey(query.queryKey.slice(0, same)) === hashKey(key.slice(0, same)) ? previous : undefined;
