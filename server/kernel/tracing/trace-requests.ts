import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, Tracing } from './tracing.ts';

/** What load balancers ask every few seconds. */
const unrecorded = new Set(['/healthz', '/readyz']);

/** A span for each request, by method and route: addresses may contain names and tokens. */
export const traceRequests = (app: FastifyInstance, tracing: Tracing): void => {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (unrecorded.has(route)) return done();
    const values = { 'http.request.method': request.method, 'http.route': route };
    const span = tracing.begin(`${request.method} ${route}`, 'server', values);
    spans.set(request, span);
    span.run(done);
  });
  // Reading a body leaves the span.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500 ? { code: reply.statusCode } : undefined);
    done();
  });
};
