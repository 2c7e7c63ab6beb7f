import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { gauge, type Metric } from '#shared/metrics/metric.ts';
import { measureProcess } from '#shared/metrics/process-metrics.ts';
import { serveMetrics, type MetricsServer } from '#shared/metrics/serve-metrics.ts';
import { queueState } from './jobs/job-reports.ts';
import type { Db, Kernel } from './kernel.ts';

type Options = Pick<Kernel, 'db' | 'config' | 'log'> & {
  pool: pg.Pool;
  /** What the parts of the process report. */
  reported(): Metric[];
  /** What it places stations on; a process that delivers doesn't know it. */
  fleet?: Pick<Kernel['fleet'], 'metrics'>;
};

const patienceMs = 1000;

/**
 * Serves the metrics of a process that works with the database, if the operator set METRICS_PORT. While the database is
 * away, only the metrics that it stores are missing.
 */
export const servePortalMetrics = async (deps: Options): Promise<MetricsServer | undefined> => {
  const own = measureProcess();
  const server = await serveMetrics({
    at: deps.config.metrics,
    metrics: async () => [
      ...own.metrics(),
      ...deps.reported(),
      ...poolMetrics(deps.pool),
      ...(await storedMetrics(deps)),
    ],
    failed: (error) => deps.log.error({ err: error }, 'metrics'),
  });
  if (!server) own.stop();
  return (
    server && {
      port: server.port,
      async stop() {
        own.stop();
        await server.stop();
      },
    }
  );
};

const poolMetrics = ({ totalCount, idleCount, waitingCount }: pg.Pool): Metric[] => [
  gauge('skywave_database_connections', 'Connections to the database by what they do.', [
    { labels: { state: 'idle' }, value: idleCount },
    { labels: { state: 'busy' }, value: totalCount - idleCount },
  ]),
  gauge('skywave_database_waiting', 'Queries that wait for a connection.', waitingCount),
];

const storedMetrics = async ({ db, fleet }: Options): Promise<Metric[]> => {
  const asked = Promise.all([outboxMetrics(db), jobMetrics(db), fleet?.metrics() ?? []]).catch(() => []);
  const found = await Promise.race([asked, pause(patienceMs, [], { ref: false })]);
  return found.flat();
};

const outboxMetrics = async (db: Db): Promise<Metric[]> => {
  const age = sql<{ age: number | null }>`select extract(epoch from now() - min(created))::float8 as age from outbox`;
  const { rows } = await age.execute(db);
  const help = 'Age of the oldest domain event that no subscriber has handled; 0: none waits.';
  return [gauge('skywave_outbox_oldest_seconds', help, rows[0]?.age ?? 0)];
};

const jobMetrics = async (db: Db): Promise<Metric[]> => {
  const { waiting, oldestS, failed } = await queueState(db);
  return [
    gauge('skywave_jobs_waiting', 'Due jobs that no worker has started.', waiting),
    gauge('skywave_jobs_oldest_seconds', 'How long the oldest of them has waited.', oldestS),
    gauge('skywave_jobs_failed', 'Jobs that failed for good in the last day.', failed),
  ];
};
