import { say } from '#contract/brand.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { failures, type FailureCode } from '#contract/errors/failures.ts';
import type { Refusals } from '#contract/errors/refusals.ts';
import { wording } from '#brand/wording.ts';
import { ApiError, asApiError } from './api-error.ts';
import { chunkFailure } from './chunks.ts';

/**
 * An error of ours in the brand's words, for what the browser itself finds. The caller imports the texts of the
 * code's domain: those of all domains are too many for a page.
 */
export const errorOf = <T extends Refusals>(
  texts: T,
  code: keyof T & ErrorCode,
  details: Record<string, string | number> = {},
): ApiError => {
  const [status, title, text] = texts[code]!;
  return new ApiError({ code, title: say(title, wording), message: say(text, wording, details) }, status);
};

/**
 * What is shown of a failed action (spec §8): the action's own text with the id of the log line where the reason is
 * unexpected, else what was thrown, which says itself why.
 */
export const failureOf = (code: FailureCode, thrown: unknown): unknown => {
  if (isExplained(thrown)) return thrown;
  const { id } = asApiError(thrown);
  const [status, title, text] = failures[code];
  const reply = { code, title: say(title, wording), message: say(text, wording), ...(id !== undefined && { id }) };
  return new ApiError(reply, status, thrown);
};

/** For the `catch` of a call that is not a `useAction`: throws what `failureOf` finds. */
export const orFail =
  (code: FailureCode) =>
  (thrown: unknown): never => {
    throw failureOf(code, thrown);
  };

const unexplained: readonly ErrorCode[] = ['request.unexpected', 'request.unavailable', 'prompt.network'];

const isExplained = (thrown: unknown): boolean => {
  if (thrown instanceof ApiError) return !unexplained.includes(thrown.code);
  return (thrown instanceof DOMException && thrown.name === 'AbortError') || chunkFailure(thrown) !== undefined;
};
