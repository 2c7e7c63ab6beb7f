import type { AnyEndpoint, InputOf, RawReply, ReturnsOf, Spec, SpecOf } from '#contract/api/http.ts';
import { requestUrl, buildBody, type Request } from '#contract/api/request.ts';
import { readError, requestError, type ApiError } from './api-error.ts';
import { seenAs } from './see-as.ts';

/** The session as calls need it; connected once at startup. */
export type Auth = {
  token(): Promise<string | undefined>;
  /** Requests a new token; `false` when the session cannot continue. */
  renew(): Promise<boolean>;
  lose(): void;
  /** The portal has answered a call of the session. */
  accepted(): void;
};

export type CallOptions = {
  signal?: AbortSignal;
  /** Called with the share of bytes sent, 0–1. */
  onProgress?: (share: number) => void;
  /** A special-purpose token instead of the session's. */
  token?: string;
  /** Retries of the same creation send the same key. */
  idempotencyKey?: string;
  /** One of several calls, after which the caller itself fetches again what they change. */
  isPart?: true;
};

/**
 * The portal refuses unknown names in a body, so they do not compile here; fields that the call returns may be sent
 * back.
 */
export type OnlyKnown<E extends AnyEndpoint, I> = I extends { body: infer B }
  ? [Exclude<NamesIn<B>, NamesIn<BodyOf<E>> | NamesIn<ReturnsOf<SpecOf<E>>>>] extends [never]
    ? unknown
    : { body: { [name in Exclude<NamesIn<B>, NamesIn<BodyOf<E>>>]: never } }
  : unknown;
type BodyOf<E extends AnyEndpoint> = InputOf<E> extends { body: infer B } ? B : never;
type NamesIn<T> = T extends readonly unknown[] ? never : T extends object ? keyof T : never;

export type Answer<E extends AnyEndpoint> = ReturnsOf<SpecOf<E>> extends RawReply ? Response : ReturnsOf<SpecOf<E>>;

let auth: Auth = {
  token: async () => undefined,
  renew: async () => false,
  lose: () => undefined,
  accepted: () => undefined,
};

/** Connects all later calls to the session. */
export const connectCalls = (to: Auth): void => {
  auth = to;
};

let onChange: (endpoint: AnyEndpoint, input: Request) => void = () => undefined;

/** Reports each call that changes something (`changes` in the contract), before its caller gets the reply. */
export const reportChanges = (to: typeof onChange): void => {
  onChange = to;
};

/** After these refusals of a change the page may show what is no longer so. The others are about what the user entered. */
const staleRefusals: ReadonlySet<number> = new Set([403, 404, 409, 410, 412]);

/** Calls an endpoint of the contract: throws ApiError; on a 401 renews the session and retries once, then ends the session. */
export const call = async <E extends AnyEndpoint, I extends InputOf<E>>(
  endpoint: E,
  input: I & OnlyKnown<E, I>,
  options: CallOptions = {},
): Promise<Answer<E>> => {
  const plain = input as Request;
  const send = async (): Promise<Response> =>
    transport(
      endpoint,
      requestUrl(endpoint, plain),
      await headersOf(endpoint, options),
      buildBody(endpoint, plain),
      options,
    );
  let response = await send();
  const usesSession = options.token === undefined;
  if (response.status === 401 && usesSession) {
    if (await auth.renew()) response = await send();
    if (response.status === 401) auth.lose();
  }
  if (response.ok && usesSession && !isOpen(endpoint)) auth.accepted();
  if (endpoint.spec.changes && !options.isPart && (response.ok || staleRefusals.has(response.status)))
    onChange(endpoint, plain);
  if (!response.ok) throw readError(response.status, await response.text().catch(() => ''));
  return (await answerOf(endpoint.spec, response)) as Answer<E>;
};

/** The Location that an endpoint answers with; null if it can't be found out (spec §8 "A failed prompt lookup returns null"). */
export const findLocation = async <E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions,
): Promise<string | null> => {
  const plain = input as Request;
  const headers = await headersOf(endpoint, options);
  const response = await transport(endpoint, requestUrl(endpoint, plain), headers, undefined, options);
  return response.ok ? response.headers.get('location') : null;
};

const answerOf = async (spec: Spec, response: Response): Promise<unknown> => {
  if (spec.returns === undefined || response.status === 204) return undefined;
  if ('raw' in spec.returns) return response;
  return response.json();
};

const isOpen = (endpoint: AnyEndpoint): boolean => Object.values(endpoint.access)[0] === 'open';

const headersOf = async (endpoint: AnyEndpoint, options: CallOptions): Promise<Record<string, string>> => {
  const headers: Record<string, string> = { accept: 'application/json, text/csv, */*' };
  const token = options.token ?? (isOpen(endpoint) ? undefined : await auth.token());
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  const seen = options.token === undefined && token !== undefined ? seenAs() : undefined;
  if (seen) headers['see-as'] = seen.id;
  if (endpoint.spec.idempotent) headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID();
  return headers;
};

const transport = async (
  endpoint: AnyEndpoint,
  url: string,
  headers: Record<string, string>,
  body: string | FormData | undefined,
  options: CallOptions,
): Promise<Response> => {
  const { method } = endpoint;
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  if (options.onProgress) return sendWithProgress(method, url, headers, body, options.onProgress, options.signal);
  try {
    return await fetch(url, { method, headers, body: body ?? null, signal: options.signal ?? null });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw requestError('prompt.network');
  }
};

/** Uploads use XMLHttpRequest, because fetch does not report upload progress. */
const sendWithProgress = (
  method: string,
  url: string,
  headers: Record<string, string>,
  body: string | FormData | undefined,
  onProgress: (share: number) => void,
  signal: AbortSignal | undefined,
): Promise<Response> =>
  new Promise((resolve, reject: (why: ApiError | DOMException) => void) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(requestError('prompt.network'));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal?.aborted) return request.onabort(new ProgressEvent('abort'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body ?? null);
  });
