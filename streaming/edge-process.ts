import { counter, gauge } from '#shared/metrics/metric.ts';
import { measureProcess } from '#shared/metrics/process-metrics.ts';
import { serveMetrics } from '#shared/metrics/serve-metrics.ts';
import { createConverters } from '#streaming/adapt/converters.ts';
import { createCountries } from '#streaming/edge/countries.ts';
import { edgeMetrics } from '#streaming/edge/edge-metrics.ts';
import { refusal } from '#streaming/edge/replies.ts';
import { isSourceRequest } from '#streaming/ingest/source-request.ts';
import { openConnectionRouter } from '#streaming/listen/connection-router.ts';
import type { Log } from '#streaming/base/log.ts';
import type { EngineConfig } from './config.ts';
import { openEngineEdge } from './engine-edge.ts';

type EdgeConfig = Pick<
  EngineConfig,
  'edgePort' | 'metrics' | 'engineBus' | 'mediaDir' | 'trust' | 'tls' | 'geo' | 'ffmpeg' | 'maxAdapt'
> & {
  folder: string;
};

export type EdgeProcess = { port: number; metricsPort: number | undefined; stop(): Promise<void> };

/**
 * An edge in a process of its own: receives the engine's bus, keeps its listeners connected while
 * the engine is away, and keeps its sessions on disk until the engine has them in its spool.
 */
export async function startEdgeProcess(config: EdgeConfig, log: Log): Promise<EdgeProcess> {
  const failed = (error: unknown): void => log.warn({ err: error }, 'the edge continues after an error');
  const converters = createConverters(config.ffmpeg, Math.ceil(config.maxAdapt / 2));
  const countries = createCountries(config.geo, failed);
  const engine = openEngineEdge({ config, converters, countries, log });
  const router = await openConnectionRouter({
    port: config.edgePort,
    trust: config.trust,
    tls: config.tls,
    route(connection) {
      if (!isSourceRequest(connection.bytes)) return engine.edge.handle(connection);
      connection.socket.end(
        refusal('403 Forbidden', 'This port is for listeners; encoders connect to the stream port.'),
      );
    },
  });
  const own = measureProcess();
  const metrics = await serveMetrics({
    at: config.metrics,
    metrics: () => [
      ...own.metrics(),
      gauge('skywave_edge_engine_up', 'Whether the edge receives its engine.', engine.isConnected() ? 1 : 0),
      gauge('skywave_edge_stations', 'Stations whose sound the edge receives.', engine.stations()),
      counter('skywave_edge_engine_connections_total', 'Connections made to the engine.', engine.connections()),
      ...edgeMetrics('skywave_edge', engine),
    ],
    failed,
  });
  return {
    port: router.port,
    metricsPort: metrics?.port,
    async stop() {
      own.stop();
      await metrics?.stop();
      engine.stop();
      await converters.stop();
      await router.stop();
      await engine.finish();
    },
  };
}
