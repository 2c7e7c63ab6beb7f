import type { Kernel } from '#server/kernel/kernel.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { isMissing, isTooMuch } from './query.ts';

/** The rows that answer a question, none where nothing was ever recorded; refuses with `analytics.tooMuch` and `request.unavailable`. */
export const answered = async <T>({ log }: Pick<Kernel, 'log'>, question: () => Promise<T[]>): Promise<T[]> => {
  try {
    return await question();
  } catch (error) {
    if (isMissing(error)) return [];
    if (isTooMuch(error)) return refuse('analytics.tooMuch');
    log.error({ err: error }, 'the statistics could not be read');
    return refuse('request.unavailable', { part: 'Analytics' });
  }
};
