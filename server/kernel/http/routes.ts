import type { HTTPMethods } from 'fastify';
import { registry } from '#contract/api/index.ts';
import type { AnyEndpoint } from '#contract/api/http.ts';

/** Method and URL of an endpoint for Fastify; a GET also serves HEAD, unless that is a separate call. */
export const routesOf = (endpoint: AnyEndpoint): { method: HTTPMethods[]; url: string } => ({
  method: endpoint.method === 'GET' && !hasOwnHead(endpoint) ? ['GET', 'HEAD'] : [endpoint.method],
  url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
});

const hasOwnHead = (endpoint: AnyEndpoint): boolean =>
  Object.values(registry).some((domain) =>
    (Object.values(domain) as unknown as AnyEndpoint[]).some(
      (other) => other.method === 'HEAD' && other.path === endpoint.path,
    ),
  );
