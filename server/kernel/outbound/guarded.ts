import { lookup as resolve } from 'node:dns/promises';
import { Agent, request, type Dispatcher } from 'undici';
import { userAgentOf } from '#contract/rules/brand.ts';
import type { Outbound, OutboundReply, OutboundStream } from '../kernel.ts';
import { refuse } from '../http/refuse.ts';
import { fetchFailed } from './fetch-failure.ts';
import { isPublicAddress, isWithin } from '#contract/rules/public-addresses.ts';

const mostRedirects = 5;
const allowedPorts = new Set(['', '80', '443', '8000', '8080', '8443']);

type Guard = { isAllowed: (address: string, port?: string) => boolean; isPortAllowed: (port: string) => boolean };

/** The allowed targets: the public internet on web ports, and the operator's internal networks on any port. */
export const guardWith = (own: readonly string[]): Guard => ({
  isAllowed: (address, port = '') => (isPublicAddress(address) && allowedPorts.has(port)) || isWithin(address, own),
  isPortAllowed: (port) => own.length > 0 || allowedPorts.has(port),
});
const strict = guardWith([]);

/**
 * The only way to request user-supplied URLs: only http and https, the resolved address is checked and pinned (again at
 * every redirect), size and time are limited. Refuses 422 `outbound.refused`. Only tests replace `guard`.
 */
export const guardedOutbound = (guard: Guard = strict, agent = userAgentOf('Radio')): Outbound => {
  const always = { 'user-agent': agent, 'accept-encoding': 'identity' };
  return { agent, ...requestsOf(guard, always) };
};

const requestsOf = (guard: Guard, always: Record<string, string>): Omit<Outbound, 'agent'> => ({
  async get(url, { maxBytes, timeoutMs, accept, headers: more }) {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { ...more, ...always, accept: accept ?? '*/*' };
    let next = parse(url);
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const found = await once(guard, next, { signal, headers }, maxBytes);
      if (!(found instanceof URL)) return found;
      next = found;
    }
    return refuse('outbound.refused', { reason: 'it redirects too often', guard: 'redirects' });
  },
  async open(url, { timeoutMs, stallMs, accept }) {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { ...always, accept: accept ?? '*/*' };
    let next = parse(url);
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const found = await opened(guard, next, { signal, headers, headersTimeout: stallMs, bodyTimeout: stallMs });
      if (!(found instanceof URL)) return found;
      next = found;
    }
    return refuse('outbound.refused', { reason: 'it redirects too often', guard: 'redirects' });
  },
  async post(url, json, { maxBytes, timeoutMs, bearer }) {
    const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
    const headers = { ...always, accept: 'application/json', 'content-type': 'application/json', ...authorization };
    const sent = {
      method: 'POST',
      body: JSON.stringify(json),
      headers,
      signal: AbortSignal.timeout(timeoutMs),
    } as const;
    const found = await once(guard, parse(url), sent, maxBytes);
    return found instanceof URL ? refuse('outbound.refused', { reason: 'it redirects' }) : found;
  },
  async notify(url, { form, authorization }, { maxBytes, timeoutMs }) {
    const type = form && { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = {
      method: form ? 'POST' : 'GET',
      body: form ? new URLSearchParams(form).toString() : null,
      headers: { ...always, ...type, ...(authorization === undefined ? {} : { authorization }) },
      signal: AbortSignal.timeout(timeoutMs),
    } as const;
    const found = await once(guard, parse(url), sent, maxBytes);
    return found instanceof URL ? refuse('outbound.refused', { reason: 'it redirects' }) : found;
  },
});

/** One request to one URL: its whole response, or the redirect target. */
const once = async (guard: Guard, url: URL, options: Options, maxBytes: number): Promise<OutboundReply | URL> => {
  const found = await opened(guard, url, options);
  if (found instanceof URL) return found;
  const { status, headers, body } = found;
  try {
    const type = String(headers['content-type'] ?? '');
    return { status, type, url: url.href, body: await bounded(body, maxBytes) };
  } catch (error) {
    throw asRefusal(error);
  } finally {
    body.destroy();
  }
};

/** One request to one URL: its response as a stream, or the redirect target. The connection ends with the body. */
const opened = async (guard: Guard, url: URL, options: Options): Promise<OutboundStream | URL> => {
  const agent = await pinned(url, guard);
  try {
    const reply = await request(url, { ...options, dispatcher: agent, maxRedirections: 0 } as Options);
    // The closing may fail after we lose interest, and must not be an unhandled rejection.
    reply.body.on('error', () => undefined).once('close', () => void agent.destroy());
    const location = reply.headers.location;
    if (reply.statusCode >= 300 && reply.statusCode < 400 && typeof location === 'string') {
      reply.body.destroy();
      return parse(location, url);
    }
    return { status: reply.statusCode, headers: reply.headers, url: url.href, body: reply.body };
  } catch (error) {
    await agent.destroy();
    throw asRefusal(error);
  }
};

type Options = NonNullable<Parameters<typeof request>[1]>;

const parse = (url: string, base?: URL): URL => {
  const parsed = URL.parse(url, base);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
    return refuse('outbound.refused', { reason: 'it is not a web URL', guard: 'url' });
  return parsed;
};

/** A connection to the checked address, even if the name resolves differently by then. */
const pinned = async (url: URL, guard: Guard): Promise<Dispatcher> => {
  if (!guard.isPortAllowed(url.port)) refuse('outbound.refused', { reason: 'its port is not allowed', guard: 'port' });
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = await resolve(host, { all: true }).catch(() =>
    refuse('outbound.refused', { reason: 'its host name is unknown', guard: 'host' }),
  );
  const [first] = found;
  if (!first || !found.every(({ address }) => guard.isAllowed(address, url.port)))
    return refuse('outbound.refused', { reason: 'it is not a public address', guard: 'address' });
  return new Agent({
    connect: {
      timeout: 10_000,
      lookup: (_name, options, done) => (options.all ? done(null, [first]) : done(null, first.address, first.family)),
    },
  });
};

const bounded = async (body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) refuse('outbound.refused', { reason: 'its response is too large', guard: 'size' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const asRefusal = (error: unknown): unknown => {
  const { name, code } = error as Error & { code?: string };
  if (name === 'Refusal') return error;
  return fetchFailed(failures[name] ?? 'unreachable', unanswered.has(code ?? '') ? { unsent: 1 } : {});
};

/** The connection was never made. */
const unanswered = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

const failures: Partial<Record<string, Parameters<typeof fetchFailed>[0]>> = {
  TimeoutError: 'timeout',
  HeadersTimeoutError: 'timeout',
  BodyTimeoutError: 'timeout',
  HTTPParserError: 'notHttp',
};
