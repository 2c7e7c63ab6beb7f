import { say } from '#contract/brand.ts';
import type { ErrorCode, ErrorReply } from '#contract/errors.ts';
import { requestErrors } from '#contract/errors/requests.ts';
import { wording } from '#brand/wording.ts';

/** A refusal as the page meets it: what the server said, or what stands in its place when it said nothing readable. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly title: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly id: string | undefined;

  constructor(reply: ErrorReply['error'], status: number, cause?: unknown) {
    super(reply.message, cause === undefined ? undefined : { cause });
    this.name = 'ApiError';
    this.code = reply.code;
    this.title = reply.title;
    this.status = status;
    this.fields = reply.fields ?? {};
    this.id = reply.id;
  }

  /** What is shown: the message, with the id of the log line where there is one. */
  get text(): string {
    return this.id === undefined ? this.message : `${this.message} (${this.id})`;
  }
}

/** The error of a request as such, whatever was asked for; those of a domain are `errorOf`'s (error-of.ts). */
export const requestError = (code: keyof typeof requestErrors): ApiError => {
  const [status, title, text] = requestErrors[code];
  return new ApiError({ code, title: say(title, wording), message: say(text, wording) }, status);
};

/** Whatever was thrown, as something that can be shown: the unknown becomes `request.unexpected` (spec §8's default). */
export const asApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : requestError('request.unexpected');

/** Reads an error's body; a body that isn't ours (a proxy's page) becomes the status's nearest code. */
export const readError = (status: number, text: string): ApiError => {
  try {
    const reply = JSON.parse(text) as Partial<ErrorReply>;
    if (typeof reply.error?.code === 'string') return new ApiError(reply.error, status);
  } catch {
    // Not JSON: whatever stands between us and the portal answered.
  }
  return requestError(codeOfStatus(status));
};

const codeOfStatus = (status: number): keyof typeof requestErrors => {
  if (status === 401) return 'session.required';
  if (status === 403) return 'session.forbidden';
  if (status === 404) return 'request.notFound';
  if (status === 0 || status >= 502) return 'prompt.network';
  return 'request.unexpected';
};
