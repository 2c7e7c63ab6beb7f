import { say } from '#contract/brand.ts';
import { errors, type ErrorCode, type ErrorReply } from '#contract/errors.ts';
import { wording } from '#brand/wording.ts';

/** A refusal as the page meets it: what the server said, or what stands in its place when it said nothing readable. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly title: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly id: string | undefined;

  constructor(reply: ErrorReply['error'], status: number) {
    super(reply.message);
    this.name = 'ApiError';
    this.code = reply.code;
    this.title = reply.title;
    this.status = status;
    this.fields = reply.fields ?? {};
    this.id = reply.id;
  }
}

/** The error of a code of ours, in the brand's words; for what the browser itself finds. */
export const errorOf = (code: ErrorCode, details: Record<string, string | number> = {}): ApiError => {
  const [status, title, text] = errors[code];
  return new ApiError({ code, title: say(title, wording), message: say(text, wording, details) }, status);
};

/** Whatever was thrown, as something that can be shown: the unknown becomes `request.unexpected` (spec §8's default). */
export const asApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : errorOf('request.unexpected');

/** Reads an error's body; a body that isn't ours (a proxy's page) becomes the status's nearest code. */
export const readError = (status: number, text: string): ApiError => {
  try {
    const reply = JSON.parse(text) as Partial<ErrorReply>;
    if (reply.error && reply.error.code in errors) return new ApiError(reply.error, status);
  } catch {
    // Not JSON: whatever stands between us and the portal answered.
  }
  return errorOf(codeOfStatus(status));
};

const codeOfStatus = (status: number): ErrorCode => {
  if (status === 401) return 'session.required';
  if (status === 403) return 'session.forbidden';
  if (status === 404) return 'request.notFound';
  if (status === 0 || status >= 502) return 'prompt.network';
  return 'request.unexpected';
};
