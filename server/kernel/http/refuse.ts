import type { ErrorCode } from '#contract/errors.ts';

/** A refusal on its way to the one boundary that answers it (errors.ts beside this file). */
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
 * Refuses the call: status and text come from `contract/errors.ts`, `details` fill its braces, `fields`
 * say by dotted path what is wrong where. Never returns; `throw refuse(…)` reads better where a value is due.
 */
export function refuse(
  code: ErrorCode,
  details: Record<string, string | number> = {},
  fields: Record<string, string> = {},
): never {
  throw new Refusal(code, details, fields);
}
