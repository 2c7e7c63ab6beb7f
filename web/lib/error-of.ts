import { say } from '#contract/brand.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Refusals } from '#contract/errors/refusals.ts';
import { wording } from '#brand/wording.ts';
import { ApiError } from './api-error.ts';

/**
 * The error of a code of ours in the brand's words, for what the browser itself finds. Whoever asks brings the texts of
 * the code's domain: those of all domains are too much for a page.
 */
export const errorOf = <T extends Refusals>(
  texts: T,
  code: keyof T & ErrorCode,
  details: Record<string, string | number> = {},
): ApiError => {
  const [status, title, text] = texts[code]!;
  return new ApiError({ code, title: say(title, wording), message: say(text, wording, details) }, status);
};

/** For a call's `catch`: says of the unexpected what it kept from being done (spec §8); a refusal says itself why. */
export const orSay =
  <T extends Refusals>(texts: T, code: keyof T & ErrorCode) =>
  (thrown: unknown): never => {
    const isUnexpected = thrown instanceof ApiError && (thrown.status >= 500 || thrown.status === 0);
    throw isUnexpected ? errorOf(texts, code) : thrown;
  };
