import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Metric } from '#shared/metrics/metric.ts';
import { mountHealth, type Health } from './http/health.ts';
import { measureHttp } from './http/http-metrics.ts';
import type { Kernel } from './kernel.ts';
import { servePortalMetrics } from './portal-metrics.ts';
import { traceRequests } from './tracing/trace-requests.ts';

export type Operation = Pick<Health, 'leave'> & {
  /** The port of the process's metrics; undefined: they are not served. */
  metricsPort: number | undefined;
  /** Adds metrics to those of the process. */
  report(metrics: () => Metric[]): void;
  stop(): Promise<void>;
};

/**
 * What operators and their load balancers ask of a process: its health on its own port, its metrics on another one, and
 * traces of its requests.
 */
export const mountOperation = async (
  app: FastifyInstance,
  deps: Pick<Kernel, 'db' | 'config' | 'log' | 'tracing'> & Partial<Pick<Kernel, 'fleet'>> & { pool: pg.Pool },
): Promise<Operation> => {
  if (deps.tracing) traceRequests(app, deps.tracing);
  const health = mountHealth(app, deps);
  const reports = [measureHttp(app)];
  const metrics = await servePortalMetrics({ ...deps, reported: () => reports.flatMap((report) => report()) });
  return {
    leave: health.leave,
    metricsPort: metrics?.port,
    report: (more) => void reports.push(more),
    stop: async () => await metrics?.stop(),
  };
};
