import { limits } from '#contract/rules/limits.ts';
import { requestError, type ApiError } from './api-error.ts';

/** The ApiError of a failed chunk; styles have their own code (spec §8). Undefined for other failures. */
export const chunkFailure = (cause: unknown): ApiError | undefined => {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (/preload css/i.test(text)) return requestError('CSS_CHUNK_LOAD_FAILED');
  if (/dynamically imported module|module script failed|importing a module|chunk timed out/i.test(text))
    return requestError('chunk.script');
  return undefined;
};

/** Loads a chunk of the page; fails after 120 s (spec §9). */
export const loadChunk = async <T>(load: () => Promise<T>, timeoutMs: number = limits.chunkTimeoutMs): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A chunk timed out')), timeoutMs);
  });
  try {
    return await Promise.race([load(), timeout]);
  } finally {
    clearTimeout(timer);
  }
};
