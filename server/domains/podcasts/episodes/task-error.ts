import { fillText, type Wording } from '#contract/rules/brand.ts';
import { errors, type ErrorCode } from '#contract/texts/errors.ts';

const noWording = {} as Wording;

/** Error columns of a failed task: the code and its text from the error table. */
export const messageOf = (
  code: ErrorCode,
  details: Record<string, string | number> = {},
): { error_code: string; error_message: string } => ({
  error_code: code,
  error_message: fillText(errors[code][2], noWording, details),
});
