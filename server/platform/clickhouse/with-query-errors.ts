import type { Kernel } from '#server/kernel/kernel.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { isMissingTable, isLimitExceeded } from './query.ts';

/**
 * Runs a query of statistics: `empty` where nothing was ever recorded; refuses with `analytics.tooMuch` or
 * `request.unavailable` on errors.
 */
export const withQueryErrors = async <T>(
  { log }: Pick<Kernel, 'log'>,
  empty: T,
  query: () => Promise<T>,
): Promise<T> => {
  try {
    return await query();
  } catch (error) {
    if (isMissingTable(error)) return empty;
    if (isLimitExceeded(error)) return refuse('analytics.tooMuch');
    log.error({ err: error }, 'failed to query statistics');
    return refuse('request.unavailable', { part: 'Analytics' });
  }
};
