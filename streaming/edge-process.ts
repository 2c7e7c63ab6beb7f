import { join } from 'node:path';
import { counter, gauge } from '#shared/metrics/metric.ts';
import { measureProcess } from '#shared/metrics/process-metrics.ts';
import { serveMetrics } from '#shared/metrics/serve-metrics.ts';
import { createConverters } from '#streaming/adapt/converters.ts';
import type { RemoteBus } from '#streaming/bus/remote-bus.ts';
import { sideOf } from '#streaming/edge/edges.ts';
import type { Mount } from '#streaming/edge/mounts.ts';
import { createCountries } from '#streaming/edge/countries.ts';
import { engineAway } from '#streaming/edge/replies.ts';
import { edgeMetrics } from '#streaming/edge/edge-metrics.ts';
import { isSourceRequest, isStudioRequest } from '#streaming/ingest/ingest.ts';
import { requestedMount } from '#streaming/ingest/requested-mount.ts';
import { headEnd, parseHead } from '#streaming/listen/request-head.ts';
import { openConnectionRouter, type Connection } from '#streaming/listen/connection-router.ts';
import { isKeepable, keepEncoder } from '#streaming/listen/keep-encoder.ts';
import type { Log } from '#streaming/base/log.ts';
import type { EngineConfig } from './config.ts';
import { addressOf, openEngineEdge, type EngineEdge } from './engine-edge.ts';
import { followMoves } from './move-listeners.ts';

type EdgeConfig = Pick<
  EngineConfig,
  | 'edgePort'
  | 'metrics'
  | 'engineBuses'
  | 'mediaDir'
  | 'mediaCacheBytes'
  | 'trust'
  | 'hlsBase'
  | 'tls'
  | 'geo'
  | 'ffmpeg'
  | 'maxAdapt'
> & {
  folder: string;
};

/** Passes an encoder or a browser studio on to the engine of its mount, for good where it can't be kept. */
const passOnTo = (engines: readonly [EngineEdge, ...EngineEdge[]], path: string, connection: Connection): void => {
  if (!isKeepable(connection.bytes)) return sideOf(engines, path).passOn(connection);
  keepEncoder(connection, {
    engine() {
      const side = sideOf(engines, path);
      return { bus: side.engineBus, isThere: side.isConnected() && side.edge.epochOf(path) !== undefined };
    },
    unreachable: () => connection.socket.end(engineAway()),
  });
};

export type EdgeProcess = { port: number; metricsPort: number | undefined; stop(): Promise<void> };

/**
 * An edge in a process of its own: serves the stations of all its engines at one port. What concerns one engine, its
 * listeners, spots and events, touches no other; the listeners of a station that moves to another engine go on with that one's sound. An encoder is passed on to the engine of its mount.
 */
export const startEdgeProcess = async (config: EdgeConfig, log: Log): Promise<EdgeProcess> => {
  const failed = (error: unknown): void => log.warn({ err: error }, 'the edge continues after an error');
  const converters = createConverters(config.ffmpeg, Math.ceil(config.maxAdapt / 2));
  const countries = createCountries(config.geo, failed);
  const listed = (): Mount[] => engines.flatMap(({ edge }) => edge.mounts());
  const open = (engineBus: string | RemoteBus, folder: string): EngineEdge =>
    openEngineEdge({ config, engineBus, folder, listed, converters, countries, log });
  const [first, ...others] = config.engineBuses;
  const engines: [EngineEdge, ...EngineEdge[]] = [
    open(first, config.folder),
    ...others.map((bus) => open(bus, join(config.folder, 'engines', encodeURIComponent(addressOf(bus))))),
  ];
  const stopMoves = followMoves(engines);
  const router = await openConnectionRouter({
    port: config.edgePort,
    trust: config.trust,
    tls: config.tls,
    route(connection) {
      const { bytes } = connection;
      if (isSourceRequest(bytes) || isStudioRequest(bytes))
        return passOnTo(engines, `/${requestedMount(bytes) ?? ''}`, connection);
      const path = parseHead(bytes.subarray(0, headEnd(bytes)))?.path ?? '';
      sideOf(engines, path).edge.handle(connection);
    },
  });
  const ofEach = (valueOf: (engine: EngineEdge) => number): { labels: { engine: string }; value: number }[] =>
    engines.map((engine) => ({ labels: { engine: engine.address }, value: valueOf(engine) }));
  const own = measureProcess();
  const metrics = await serveMetrics({
    at: config.metrics,
    metrics: () => [
      ...own.metrics(),
      gauge(
        'skywave_edge_engine_up',
        'Whether the edge receives an engine.',
        ofEach((engine) => (engine.isConnected() ? 1 : 0)),
      ),
      gauge(
        'skywave_edge_stations',
        'Stations whose sound the edge receives.',
        ofEach((engine) => engine.stations()),
      ),
      counter(
        'skywave_edge_engine_connections_total',
        'Connections made to an engine.',
        ofEach((engine) => engine.connections()),
      ),
      ...edgeMetrics('skywave_edge', engines),
    ],
    failed,
  });
  return {
    port: router.port,
    metricsPort: metrics?.port,
    async stop() {
      own.stop();
      stopMoves();
      await metrics?.stop();
      for (const engine of engines) engine.stop();
      await converters.stop();
      await router.stop();
      await Promise.all(engines.map((engine) => engine.finish()));
    },
  };
};
