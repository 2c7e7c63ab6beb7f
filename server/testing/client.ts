import { request } from 'undici';
import type { AnyEndpoint, InputOf, ReturnsOf, Spec, SpecOf } from '#contract/api/http.ts';
import type { ErrorReply } from '#contract/texts/errors.ts';
import { requestUrl, buildBody, type Request as Input } from '#contract/api/request.ts';

type Declared = { readonly line: string; readonly spec: Spec };

/** The result of a test's call; `ok` throws it if the call was refused. */
export type Reply<T> = { status: number; headers: Headers; json: T & ErrorReply; text: string };

/** A reply whose status and text alone matter; an event stream is left at once, without a text. */
export type Answer = { status: number; type: string; text: string };

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
  /** As `raw`, with a third of the processor time, for tests of tens of thousands of calls. */
  const ask = async (endpoint: AnyEndpoint, input: Input, headers: Record<string, string> = {}): Promise<Answer> => {
    const body = buildBody(endpoint, input);
    // Only `fetch` sends forms.
    if (typeof body === 'object') {
      const reply = await raw(endpoint, input, headers);
      return { status: reply.status, type: reply.headers.get('content-type') ?? '', text: await reply.text() };
    }
    const sent: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    if (token !== undefined) sent['authorization'] = `Bearer ${token}`;
    const reply = await request(`${url}${requestUrl(endpoint, input)}`, {
      method: endpoint.method,
      headers: { ...sent, ...headers },
      body: body ?? null,
    });
    const type = String(reply.headers['content-type'] ?? '');
    if (!type.startsWith('text/event-stream')) return { status: reply.statusCode, type, text: await reply.body.text() };
    reply.body.on('error', () => undefined).destroy();
    return { status: reply.statusCode, type, text: '' };
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
    ask,
    send: (method: string, path: string, body?: RequestInit['body'], headers?: Record<string, string>) =>
      send(method, `${url}${path}`, body, headers),
  };
};

export type TestClient = ReturnType<typeof testClient>;
