import { limits } from '#contract/limits.ts';
import { requestError, type ApiError } from './api-error.ts';

/** Whether a failure is one of loading a part of the page, and of which type: styles have their own code (spec §8). */
export const chunkFailure = (thrown: unknown): ApiError | undefined => {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (/preload css/i.test(text)) return requestError('CSS_CHUNK_LOAD_FAILED');
  if (/dynamically imported module|module script failed|importing a module|chunk timed out/i.test(text))
    return requestError('chunk.script');
  return undefined;
};

/** Loads a part of the page; one that has not come within 120 s (spec §9) has failed. */
export const loadChunk = async <T>(load: () => Promise<T>, timeoutMs: number = limits.chunkTimeoutMs): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A chunk timed out')), timeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } finally {
    clearTimeout(timer);
  }
};
