import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Config } from '../config.ts';
import type { Span, Tracing } from './tracing.ts';

/** As far as we read it: undici's request, which Node's fetch publishes. */
type Request = { origin?: string | URL; method: string; path: string };
type Message = { request: Request; response?: { statusCode: number }; error?: unknown };

/** Streams that last as long as the process, and questions that wait for events. */
const endless = /^\/(events|sessions\/events|spool)\b/;

/** A span for each call of a portal to an engine, until its reply begins; returns what ends it. */
export const traceEngineCalls = (engines: Config['engines'], tracing: Tracing): (() => void) => {
  const origins = new Set(engines.map(({ url }) => new URL(url).origin));
  const spans = new WeakMap<Request, Span>();
  const ended = (request: Request, failed?: unknown): void => {
    spans.get(request)?.end(failed);
    spans.delete(request);
  };
  const listeners: Record<string, (message: Message) => void> = {
    'undici:request:create': ({ request }) => {
      const path = request.path.split('?')[0] ?? '';
      if (request.origin === undefined || !origins.has(new URL(request.origin).origin) || endless.test(path)) return;
      const route = path.replace(/^(\/[a-z]+)\/[^/]+/, '$1/{key}');
      const values = { 'http.request.method': request.method, 'url.path': path };
      spans.set(request, tracing.begin(`engine ${request.method} ${route}`, 'client', values));
    },
    'undici:request:headers': ({ request, response }) => {
      const status = response?.statusCode ?? 0;
      spans.get(request)?.set({ 'http.response.status_code': status });
      ended(request, status >= 400 ? { code: status } : undefined);
    },
    'undici:request:error': ({ request, error }) => ended(request, error ?? 'aborted'),
  };
  const all = Object.entries(listeners).map(
    ([channel, listener]) => [channel, (message: unknown) => listener(message as Message)] as const,
  );
  for (const [channel, listener] of all) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of all) unsubscribe(channel, listener);
  };
};
