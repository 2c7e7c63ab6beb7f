import { fillText } from '#contract/rules/brand.ts';
import type { ErrorCode } from '#contract/texts/errors.ts';
import { failures, type FailureCode } from '#contract/texts/errors/failures.ts';
import type { Refusals } from '#contract/texts/errors/refusals.ts';
import { wording } from '#brand/wording.ts';
import { ApiError, asApiError } from './api-error.ts';
import { chunkFailure } from './chunks.ts';

/**
 * An error detected in the browser, with the brand's wording. The caller imports the texts of the code's domain,
 * because the texts of all domains are too large for a page.
 */
export const errorOf = <T extends Refusals>(
  texts: T,
  code: keyof T & ErrorCode,
  details: Record<string, string | number> = {},
): ApiError => {
  const [status, title, text] = texts[code]!;
  return new ApiError({ code, title: fillText(title, wording), message: fillText(text, wording, details) }, status);
};

/**
 * The error to show for a failed action (spec §8): the action's own text with the id of the log line if the cause is
 * unexpected, else the error itself, which explains the reason.
 */
export const failureOf = (code: FailureCode, cause: unknown): unknown => {
  if (isExplained(cause)) return cause;
  const { id } = asApiError(cause);
  const [status, title, text] = failures[code];
  const reply = {
    code,
    title: fillText(title, wording),
    message: fillText(text, wording),
    ...(id !== undefined && { id }),
  };
  return new ApiError(reply, status, cause);
};

/** For the `catch` of a call outside `useAction`: throws the result of `failureOf`. */
export const throwFailureOf =
  (code: FailureCode) =>
  (cause: unknown): never => {
    throw failureOf(code, cause);
  };

const unexplained: readonly ErrorCode[] = ['request.unexpected', 'request.unavailable', 'prompt.network'];

const isExplained = (cause: unknown): boolean => {
  if (cause instanceof ApiError) return !unexplained.includes(cause.code);
  return (cause instanceof DOMException && cause.name === 'AbortError') || chunkFailure(cause) !== undefined;
};
