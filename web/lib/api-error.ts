import { fillText } from '#contract/rules/brand.ts';
import type { ErrorCode, ErrorReply } from '#contract/texts/errors.ts';
import { requestErrors } from '#contract/texts/errors/requests.ts';
import { wording } from '#brand/wording.ts';

/** An error of a request: what the server returned, or a substitute if its response was not readable. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly title: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  /** What the server's text was filled with. */
  readonly details: Readonly<Record<string, string | number>>;
  readonly id: string | undefined;

  constructor(reply: ErrorReply['error'], status: number, cause?: unknown) {
    super(reply.message, cause === undefined ? undefined : { cause });
    this.name = 'ApiError';
    this.code = reply.code;
    this.title = reply.title;
    this.status = status;
    this.fields = reply.fields ?? {};
    this.details = reply.details ?? {};
    this.id = reply.id;
  }

  /** The text to show: the message, with the id of its log line if there is one. */
  get text(): string {
    return this.id === undefined ? this.message : `${this.message} (${this.id})`;
  }
}

/** An error of any request; the errors of a domain come from `errorOf` (error-of.ts). */
export const requestError = (code: keyof typeof requestErrors): ApiError => {
  const [status, title, text] = requestErrors[code];
  return new ApiError({ code, title: fillText(title, wording), message: fillText(text, wording) }, status);
};

/** Converts any thrown value to an ApiError; unknown ones become `request.unexpected` (spec §8's default). */
export const asApiError = (cause: unknown): ApiError =>
  cause instanceof ApiError ? cause : requestError('request.unexpected');

/** Parses an error response; a body that isn't ours (a proxy's page) becomes the closest code for its status. */
export const readError = (status: number, text: string): ApiError => {
  try {
    const reply = JSON.parse(text) as Partial<ErrorReply>;
    if (typeof reply.error?.code === 'string') return new ApiError(reply.error, status);
  } catch {
    // Not JSON: the response came from something between the browser and the portal.
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
