import type { AnyEndpoint, InputOf, ReturnsOf, Spec, SpecOf } from '#contract/http.ts';
import type { ErrorReply } from '#contract/errors.ts';
import { requestUrl, buildBody, type Request as Input } from '#contract/request.ts';

type Declared = { readonly line: string; readonly spec: Spec };

/** The result of a test's call; `ok` throws it if the call was refused. */
export type Reply<T> = { status: number; headers: Headers; json: T & ErrorReply; text: string };

/** Calls endpoints by their declaration, over real HTTP. */
export const testClient = (url: string, token: string | undefined) => {
  const send = async (
    method: string,
    address: string,
    body?: RequestInit['body'],
    headers: Record<string, string> = {},
  ) => {
    const sent = { ...headers };
    if (token !== undefined) sent.authorization ??= `Bearer ${token}`;
    return fetch(address, { method, body: body ?? null, headers: sent, redirect: 'manual' });
  };
  const raw = (endpoint: AnyEndpoint, input: Input = {}, headers: Record<string, string> = {}): Promise<Response> => {
    const body = buildBody(endpoint, input);
    const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    return send(endpoint.method, `${url}${requestUrl(endpoint, input)}`, body, { ...type, ...headers });
  };
  /** The call's reply, whatever its status. */
  const call = async <E extends Declared>(
    endpoint: E,
    input?: InputOf<E>,
    headers?: Record<string, string>,
  ): Promise<Reply<ReturnsOf<SpecOf<E>>>> => {
    const reply = await raw(endpoint as unknown as AnyEndpoint, input as Input, headers);
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true;
    const json = (isJson ? JSON.parse(text) : undefined) as Reply<ReturnsOf<SpecOf<E>>>['json'];
    return { status: reply.status, headers: reply.headers, text, json };
  };
  /** The call's result; throws if it was refused. */
  const ok = async <E extends Declared>(
    endpoint: E,
    input?: InputOf<E>,
    headers?: Record<string, string>,
  ): Promise<ReturnsOf<SpecOf<E>>> => {
    const reply = await call(endpoint, input, headers);
    if (reply.status >= 400) throw new Error(`${endpoint.line} answered ${String(reply.status)}: ${reply.text}`);
    return reply.json;
  };
  return {
    call,
    ok,
    raw,
    send: (method: string, path: string, body?: RequestInit['body'], headers?: Record<string, string>) =>
      send(method, `${url}${path}`, body, headers),
  };
};

export type TestClient = ReturnType<typeof testClient>;
