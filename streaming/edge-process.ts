import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { counter, gauge } from '#shared/metrics/metric.ts';
import { measureProcess } from '#shared/metrics/process-metrics.ts';
import { serveMetrics } from '#shared/metrics/serve-metrics.ts';
import { measureWith } from '#streaming/monitor/measure-loudness.ts';
import { createConverters } from '#streaming/adapt/converters.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { connectBus } from '#streaming/bus/bus-client.ts';
import { createListenerChanges } from '#streaming/edge/listener-changes.ts';
import { createCountries } from '#streaming/edge/countries.ts';
import { createEdge } from '#streaming/edge/edge.ts';
import { createEdgeAds } from '#streaming/edge/edge-ads.ts';
import { edgeMetrics } from '#streaming/edge/edge-metrics.ts';
import { refusal } from '#streaming/edge/replies.ts';
import { openSessionJournal } from '#streaming/edge/session-journal.ts';
import { createSessions } from '#streaming/edge/sessions.ts';
import { isSourceRequest } from '#streaming/ingest/source-request.ts';
import { openConnectionRouter } from '#streaming/listen/connection-router.ts';
import { createAckWaiter, deliverBatches } from '#streaming/spool/deliver-batches.ts';
import { createSpool } from '#streaming/spool/spool.ts';
import { setProduct } from '#streaming/base/product.ts';
import type { Log } from '#streaming/base/log.ts';
import type { EngineConfig } from './config.ts';

type EdgeConfig = Pick<
  EngineConfig,
  'edgePort' | 'metrics' | 'engineBus' | 'mediaDir' | 'trust' | 'tls' | 'geo' | 'ffmpeg' | 'maxAdapt'
> & {
  folder: string;
};

export type EdgeProcess = { port: number; metricsPort: number | undefined; stop(): Promise<void> };

const countsEveryMs = 250;
const surveysEveryMs = 2000;

/**
 * An edge in a process of its own: receives the engine's bus, keeps its listeners connected while
 * the engine is away, and keeps its sessions on disk until the engine has them in its spool.
 */
export async function startEdgeProcess(config: EdgeConfig, log: Log): Promise<EdgeProcess> {
  const failed = (error: unknown): void => log.warn({ err: error }, 'the edge continues after an error');
  const spool = createSpool({ folder: join(config.folder, 'spool'), failed });
  const journal = openSessionJournal(join(config.folder, 'sessions'), failed);
  const listenerChanges = createListenerChanges((moved) => client.send({ type: 'moved', ...moved }));
  const sessions = createSessions({ journal, append: spool.append, hasSlice: spool.hasSlice, listenerChanges });
  const bus = createBus(failed);

  let timer: NodeJS.Timeout | undefined;
  const sendCounts = (): void => {
    timer = undefined;
    client.send({ type: 'listeners', counts: Object.fromEntries([...edge.counts()].filter(([, count]) => count > 0)) });
  };
  const changed = (): void => void (timer ??= setTimeout(sendCounts, countsEveryMs));
  let others: Record<string, number> = {};
  const elsewhere = (station: string): number => others[station] ?? 0;
  const converters = createConverters(config.ffmpeg, Math.ceil(config.maxAdapt / 2));
  const countries = createCountries(config.geo, failed);
  const ads = createEdgeAds({
    ...{ bus, countries, failed, mediaDir: config.mediaDir, append: spool.append },
    ...measureWith(config.ffmpeg),
    request: (wants) => client.send({ type: 'ad-wants', wants }),
    sessions: (station) => edge.sessions(station),
    listeners: (station) => edge.listeners(station),
    proven: (proof, sound) => client.send({ type: 'ad-proof', proof, sound: sound.toString('base64') }),
    chosen: (id, listeners, withSpot) => client.send({ type: 'ad-chosen', id, listeners, withSpot }),
  });
  const surveying = setInterval(() => client.send({ type: 'ad-surveys', surveys: ads.surveys() }), surveysEveryMs);
  const edge = createEdge({
    bus,
    ads,
    apps: ads,
    sessions,
    trust: config.trust,
    changed,
    elsewhere,
    countries,
    converters,
  });

  const run = randomUUID();
  const closeLeases = async (leases: string[]): Promise<void> => {
    await ads.close(leases);
    await spool.acknowledged();
    client.send({ type: 'ad-closed', leases });
  };
  const acked = createAckWaiter();
  let connections = 0;
  let problem: string | undefined;
  const client = connectBus({
    path: config.engineBus,
    unreachable(reason) {
      if (reason !== problem) log.warn({ reason }, 'the engine cannot be reached; the edge tries again');
      problem = reason;
    },
    bus,
    connected() {
      connections += 1;
      problem = undefined;
      client.send({ type: 'edge', edge: spool.engine, run });
      acked.notify(0);
      sendCounts();
      client.send({ type: 'moved', opened: [...sessions.listeners()], closed: [] });
    },
    received(message) {
      if (message.type === 'acked') acked.notify(message.batch);
      if (message.type === 'product') setProduct(message.name);
      if (message.type === 'ad-plan') ads.setPlan(message.plan);
      if (message.type === 'ad-grants') ads.grant(message.grants);
      if (message.type === 'ad-close') void closeLeases(message.leases);
      if (message.type === 'ad-tickets') ads.addTickets(message.tickets);
      if (message.type === 'elsewhere') others = message.counts;
      if (message.type === 'ask-sessions')
        client.send({
          type: 'sessions',
          ask: message.ask,
          ...sessions.list(message.station ?? undefined, message.limit),
        });
    },
  });
  const ending = new AbortController();
  const send = (batch: number, events: unknown[]): void => client.send({ type: 'events', batch, events });
  const delivery = deliverBatches(spool, { send, acked, failed }, ending.signal);
  const router = await openConnectionRouter({
    port: config.edgePort,
    trust: config.trust,
    tls: config.tls,
    route(connection) {
      if (!isSourceRequest(connection.bytes)) return edge.handle(connection);
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
      gauge('skywave_edge_engine_up', 'Whether the edge receives its engine.', client.isConnected() ? 1 : 0),
      counter('skywave_edge_engine_connections_total', 'Connections made to the engine.', connections),
      ...edgeMetrics('skywave_edge', { edge, sessions, spool }),
    ],
    failed,
  });
  return {
    port: router.port,
    metricsPort: metrics?.port,
    async stop() {
      own.stop();
      await metrics?.stop();
      clearInterval(surveying);
      sessions.stop();
      edge.stop();
      ads.stop();
      await converters.stop();
      await router.stop();
      ending.abort();
      await delivery;
      clearTimeout(timer);
      listenerChanges.stop();
      client.stop();
      spool.stop();
    },
  };
}
