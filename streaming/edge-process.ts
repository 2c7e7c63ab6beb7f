import type { Socket } from 'node:net';
import { measureProcess } from '#shared/metrics/process-metrics.ts';
import { serveMetrics, type MetricsServer } from '#shared/metrics/serve-metrics.ts';
import { createConverters } from '#streaming/adapt/converters.ts';
import type { RemoteBus } from '#streaming/bus/remote-bus.ts';
import { sideOf } from '#streaming/edge/edges.ts';
import type { Mount } from '#streaming/edge/mounts.ts';
import { createCountries } from '#streaming/edge/countries.ts';
import { engineAway } from '#streaming/edge/replies.ts';
import { isSourceRequest, isStudioRequest } from '#streaming/ingest/ingest.ts';
import { requestedMount } from '#streaming/ingest/requested-mount.ts';
import { headEnd, parseHead } from '#streaming/listen/request-head.ts';
import { openConnectionRouter, type Connection, type ConnectionRouter } from '#streaming/listen/connection-router.ts';
import { isKeepable, keepEncoder } from '#streaming/listen/keep-encoder.ts';
import type { Log } from '#streaming/base/log.ts';
import type { EngineConfig } from './config.ts';
import { folderOf, type EdgeFolders } from './edge-folders.ts';
import { edgeProcessMetrics } from './edge-process-metrics.ts';
import { openEngineEdge, type EngineEdge } from './engine-edge.ts';
import type { FromLauncher, Others, Upgrades } from './hand-over-messages.ts';
import { createHandOver, type HandOver } from './hand-over.ts';
import { followMoves } from './move-listeners.ts';
import { createEndedReports } from './report-ended.ts';
import { createTakeOver } from './take-over.ts';

type EdgeConfig = Pick<
  EngineConfig,
  | 'edgePort'
  | 'edgeDrainMs'
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
      return { bus: side.engineBus, isThere: side.isConnected() && side.has(path) };
    },
    unreachable: () => connection.socket.end(engineAway()),
  });
};

/** How a process of an edge was started that may replace another one, and be replaced. */
export type EdgeStart = {
  /** The process that it replaces. */
  former: number | undefined;
  upgrades: Upgrades;
  others: Others;
  folders: EdgeFolders;
};

export type EdgeProcess = {
  port: number;
  readonly metricsPort: number | undefined;
  /** Resolves when another process has replaced this one and nothing is left here. */
  replaced: Promise<void>;
  stop(): Promise<void>;
};

/** How much sound is kept while listeners come from another process, ms: as long as they are between the two. */
const takesOverMs = 10_000;

/**
 * An edge in a process of its own: serves the stations of all its engines at one port. What concerns one engine, its
 * listeners, spots and events, touches no other; the listeners of a station that moves to another engine go on with that one's sound. An encoder is passed on to the engine of its mount.
 * Where it is `started` as one of several processes, it replaces another one and may be replaced (ADR 115).
 */
export const startEdgeProcess = async (config: EdgeConfig, log: Log, started?: EdgeStart): Promise<EdgeProcess> => {
  const { former, others = noOthers, folders } = started ?? {};
  const failed = (error: unknown): void => log.warn({ err: error }, 'the edge continues after an error');
  const converters = createConverters(config.ffmpeg, Math.ceil(config.maxAdapt / 2));
  const countries = createCountries(config.geo, failed);
  const listed = (): Mount[] => engines.flatMap(({ edge }) => edge.mounts());
  let upgrades = started?.upgrades ?? { done: 0, failed: 0 };
  let takesOver = former !== undefined;
  const keepMs = (): number => (takesOver ? takesOverMs : 0);
  const leaving = config.engineBuses.length > 1 ? (station: string): void => moves.left(station) : undefined;
  const open = (bus: string | RemoteBus, at: number): EngineEdge =>
    openEngineEdge({
      ...{ config, engineBus: bus, folder: folderOf(config.folder, bus, at), listed, keepMs, leaving },
      ...{ converters, countries, log },
    });
  const [first, ...more] = config.engineBuses;
  const engines: [EngineEdge, ...EngineEdge[]] = [open(first, 0), ...more.map((bus, index) => open(bus, index + 1))];
  const moves = followMoves(engines);

  /** Connections that come before the former process has ended its part. */
  let early: Connection[] | undefined = former === undefined ? undefined : [];
  const serve = (connection: Connection): void => {
    const { bytes } = connection;
    if (isSourceRequest(bytes) || isStudioRequest(bytes))
      return passOnTo(engines, `/${requestedMount(bytes) ?? ''}`, connection);
    const path = parseHead(bytes.subarray(0, headEnd(bytes)))?.path ?? '';
    sideOf(engines, path).edge.handle(connection);
  };
  /** What exists once this process serves. */
  const serving: { router?: ConnectionRouter; handOver?: HandOver } = {};
  const takeOver = createTakeOver({ engines, others, adopt: (socket) => serving.router?.adopt(socket) });
  const ended = createEndedReports({ folders, buses: config.engineBuses, failed });
  others.received((message: FromLauncher, socket: Socket | undefined) => {
    if (message.kind === 'relayed') {
      takeOver.received(message.from, message.message, socket);
      serving.handOver?.received(message.from, message.message);
    }
    if (message.kind === 'upgrading') ended.stop();
    if (message.kind === 'replaced') serving.handOver?.replacedBy(message.by);
    if (message.kind === 'upgrades') upgrades = message.upgrades;
    if (message.kind === 'failed') void serving.handOver?.cancel().then(ended.start, failed);
    if (message.kind !== 'ended') return;
    takeOver.ended(message.id);
    serving.handOver?.ended(message.id);
    takesOver = message.left > 1;
    ended.start();
  });
  if (former !== undefined) await takeOver.prepare(former);
  const router = await openConnectionRouter({
    port: config.edgePort,
    trust: config.trust,
    tls: config.tls,
    route(connection) {
      if (!early) return serve(connection);
      connection.socket.pause();
      early.push(connection);
    },
  });
  serving.router = router;
  if (former !== undefined) await takeOver.begin(former);
  const waiting = early ?? [];
  early = undefined;
  waiting.forEach(serve);

  const own = measureProcess();
  const serveOwn = (): Promise<MetricsServer | undefined> =>
    serveMetrics({
      ...{ at: config.metrics, failed },
      metrics: () => [...own.metrics(), ...edgeProcessMetrics(engines, upgrades)],
    });
  let metrics = await serveOwn();
  ended.start();
  const handOver = createHandOver({
    ...{ engines, router, others, failed, drainMs: config.edgeDrainMs },
    async replaced(isReplaced) {
      await metrics?.stop();
      metrics = isReplaced ? undefined : await serveOwn();
    },
  });
  serving.handOver = handOver;
  return {
    port: router.port,
    get metricsPort() {
      return metrics?.port;
    },
    replaced: handOver.done,
    async stop() {
      own.stop();
      moves.stop();
      ended.stop();
      await metrics?.stop();
      for (const engine of engines) engine.stop();
      await converters.stop();
      await router.stop();
      await Promise.all(engines.map((engine) => engine.finish()));
    },
  };
};

const noOthers: Others = { send: () => undefined, tell: () => undefined, received: () => undefined };
