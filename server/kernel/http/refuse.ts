import type { ErrorCode } from '#contract/texts/errors.ts';

/** A refusal on its way to the error boundary (error-boundary.ts). */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, string | number>;
  readonly fields: Record<string, string>;

  constructor(code: ErrorCode, details: Record<string, string | number>, fields: Record<string, string>) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
    this.fields = fields;
  }
}

/**
 * Refuses the call: status and text come from `contract/texts/errors.ts`, `details` fill its placeholders, `fields` are
 * problems by dotted path. Never returns; use `throw refuse(…)` where a value is expected.
 */
export function refuse(
  code: ErrorCode,
  details: Record<string, string | number> = {},
  fields: Record<string, string> = {},
): never {
  throw new Refusal(code, details, fields);
}
