import type { AnyEndpoint, InputOf, RawReply, ReturnsOf, Spec, SpecOf } from '#contract/http.ts';
import { addressOf, bodyOf, type Request } from '#contract/request.ts';
import { readError, requestError, type ApiError } from './api-error.ts';

/** What calls need of the session; the composition connects it once. */
export type Auth = {
  token(): Promise<string | undefined>;
  /** Asks for a new token; `false` when the session cannot go on. */
  renew(): Promise<boolean>;
  lose(): void;
};

export type CallOptions = {
  signal?: AbortSignal;
  /** 0–1, of the bytes sent. */
  onProgress?: (share: number) => void;
  /** A purpose-bound token instead of the session's. */
  token?: string;
  /** Repeats of the same creation carry the same key. */
  idempotencyKey?: string;
};

/**
 * A name in a body that the endpoint does not know is refused by the portal, so that it does not compile here; what the
 * call itself answers may be sent back.
 */
type OnlyKnown<E extends AnyEndpoint, I> = I extends { body: infer B }
  ? [Exclude<NamesIn<B>, NamesIn<BodyOf<E>> | NamesIn<ReturnsOf<SpecOf<E>>>>] extends [never]
    ? unknown
    : { body: { [name in Exclude<NamesIn<B>, NamesIn<BodyOf<E>>>]: never } }
  : unknown;
type BodyOf<E extends AnyEndpoint> = InputOf<E> extends { body: infer B } ? B : never;
type NamesIn<T> = T extends readonly unknown[] ? never : T extends object ? keyof T : never;

type Answer<E extends AnyEndpoint> = ReturnsOf<SpecOf<E>> extends RawReply ? Response : ReturnsOf<SpecOf<E>>;

let auth: Auth = { token: async () => undefined, renew: async () => false, lose: () => undefined };

/** Gives every later call its session. */
export const connectCalls = (to: Auth): void => {
  auth = to;
};

/** Calls one endpoint of the contract: throws ApiError, renews the session once on a 401 and tries again, then gives the session up. */
export const call = async <E extends AnyEndpoint, I extends InputOf<E>>(
  endpoint: E,
  input: I & OnlyKnown<E, I>,
  options: CallOptions = {},
): Promise<Answer<E>> => {
  const plain = input as Request;
  const send = async (): Promise<Response> =>
    transport(
      endpoint,
      addressOf(endpoint, plain),
      await headersOf(endpoint, options),
      bodyOf(endpoint, plain),
      options,
    );
  let response = await send();
  const ours = options.token === undefined;
  if (response.status === 401 && ours) {
    if (await auth.renew()) response = await send();
    if (response.status === 401) auth.lose();
  }
  if (!response.ok) throw readError(response.status, await response.text().catch(() => ''));
  return (await answerOf(endpoint.spec, response)) as Answer<E>;
};

const answerOf = async (spec: Spec, response: Response): Promise<unknown> => {
  if (spec.returns === undefined || response.status === 204) return undefined;
  if ('raw' in spec.returns) return response;
  return response.json();
};

const headersOf = async (endpoint: AnyEndpoint, options: CallOptions): Promise<Record<string, string>> => {
  const headers: Record<string, string> = { accept: 'application/json, text/csv, */*' };
  const token = options.token ?? (Object.values(endpoint.access)[0] === 'open' ? undefined : await auth.token());
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
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
  } catch (thrown) {
    if (options.signal?.aborted) throw thrown;
    throw requestError('prompt.network');
  }
};

/** fetch tells nothing of what has been sent, so uploads go by XMLHttpRequest. */
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
