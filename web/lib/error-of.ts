import { say } from '#contract/brand.ts';
import { errors, type ErrorCode } from '#contract/errors.ts';
import { wording } from '#brand/wording.ts';
import { ApiError } from './api-error.ts';

/** The error of a code of ours, in the brand's words; for what the browser itself finds. The texts of all domains are not the first page's. */
export const errorOf = (code: ErrorCode, details: Record<string, string | number> = {}): ApiError => {
  const [status, title, text] = errors[code];
  return new ApiError({ code, title: say(title, wording), message: say(text, wording, details) }, status);
};
