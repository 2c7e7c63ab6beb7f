import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MetricsAddress } from './metrics-address.ts';
import { metricsText, metricsType, type Metric } from './metric.ts';

export type MetricsServer = { port: number; stop(): Promise<void> };

type Options = {
  /** Undefined: nothing is served. */
  at: MetricsAddress | undefined;
  metrics(): Metric[] | Promise<Metric[]>;
  failed(error: unknown): void;
};

/**
 * Serves `GET /metrics` on a port of its own. Where the port is taken the process continues without: what it does for
 * listeners and users is worth more than its metrics.
 */
export const serveMetrics = async ({ at, metrics, failed }: Options): Promise<MetricsServer | undefined> => {
  if (!at) return undefined;
  const server = createServer((request, response) => {
    const status = statusOf(request, at.token);
    if (status !== 200) return void response.writeHead(status, headersOf[status]).end();
    void Promise.resolve()
      .then(metrics)
      .then(
        (all) =>
          response.writeHead(200, { 'Content-Type': metricsType, 'Cache-Control': 'no-store' }).end(metricsText(all)),
        (error: unknown) => (failed(error), response.writeHead(500).end()),
      );
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at.port, at.host, resolve);
    });
  } catch (error) {
    failed(new Error(`METRICS_PORT: no metrics are served on port ${at.port}.`, { cause: error }));
    return undefined;
  }
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};

const headersOf: Record<number, Record<string, string>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  405: { Allow: 'GET' },
};

const statusOf = ({ method, url = '', headers }: IncomingMessage, token: string | undefined): number => {
  if (token !== undefined && !timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`)))
    return 401;
  if (url.split('?')[0] !== '/metrics') return 404;
  return method === 'GET' ? 200 : 405;
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
