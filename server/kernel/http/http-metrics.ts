import type { FastifyInstance } from 'fastify';
import { createHistogram } from '#shared/metrics/histogram.ts';
import { counter, gauge, type Metric } from '#shared/metrics/metric.ts';

const boundsS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10];

/**
 * Counts the replies of a server, and how long each endpoint takes. Streams of events and audio last as long as their
 * clients stay: they are counted, not timed.
 */
export const measureHttp = (app: FastifyInstance): (() => Metric[]) => {
  const replies = new Map<string, { labels: Record<string, string>; value: number }>();
  const durations = createHistogram(
    'skywave_http_request_duration_seconds',
    'Time from a request until the end of its reply.',
    boundsS,
  );
  let open = 0;
  app.addHook('onRequest', (_request, reply, done) => {
    open += 1;
    reply.raw.once('close', () => (open -= 1));
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const status = String(reply.statusCode);
    const found = replies.get(`${method} ${status}`);
    if (found) found.value += 1;
    else replies.set(`${method} ${status}`, { labels: { method, status }, value: 1 });
    if (!/^(text\/event-stream|audio\/)/.test(String(reply.getHeader('content-type') ?? '')))
      durations.observe({ method, route: request.routeOptions.url ?? 'none' }, reply.elapsedTime / 1000);
    done();
  });
  return () => [
    gauge('skywave_http_requests_open', 'Requests whose reply has not ended, including streams of events.', open),
    counter('skywave_http_responses_total', 'Replies by method and status.', [...replies.values()]),
    durations.metric(),
  ];
};
