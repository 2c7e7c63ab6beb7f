import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Converters } from '#streaming/adapt/converters.ts';
import { setProduct } from '#streaming/base/product.ts';
import type { Bus } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { connectBus, type BusClient } from '#streaming/bus/bus-client.ts';
import { delayGone } from '#streaming/bus/delay-gone.ts';
import type { RemoteBus } from '#streaming/bus/remote-bus.ts';
import type { Countries } from '#streaming/edge/countries.ts';
import { createEdge, type Edge } from '#streaming/edge/edge.ts';
import { createEdgeAds } from '#streaming/edge/edge-ads.ts';
import { createListenerChanges } from '#streaming/edge/listener-changes.ts';
import type { Mount } from '#streaming/edge/mounts.ts';
import { engineAway } from '#streaming/edge/replies.ts';
import { openSessionJournal } from '#streaming/edge/session-journal.ts';
import { createSessions, type Sessions } from '#streaming/edge/sessions.ts';
import { createStationSupply, type StationSupply } from '#streaming/edge/station-supply.ts';
import type { Connection } from '#streaming/listen/connection-router.ts';
import { passOn } from '#streaming/listen/pass-on.ts';
import { createAckWaiter, deliverBatches } from '#streaming/spool/deliver-batches.ts';
import { createSpool, type Spool } from '#streaming/spool/spool.ts';
import type { Log } from '#streaming/base/log.ts';
import type { EngineConfig } from './config.ts';
import { createEdgeMedia } from './edge-media.ts';

type Options = {
  config: Pick<EngineConfig, 'mediaDir' | 'mediaCacheBytes' | 'trust' | 'hlsBase'>;
  /** Where the engine's bus is. */
  engineBus: string | RemoteBus;
  folder: string;
  /** The stations of all engines, for the status page. */
  listed(): Mount[];
  converters: Converters;
  countries: Countries;
  /** How much audio of a station is kept if that is more than its burst, ms. */
  keepMs(): number;
  /**
   * Called when the engine no longer has a station that another one may have next: its listeners are here for a while. Without it there is
   * no other engine, and they are disconnected at once.
   */
  leaving?: ((station: string) => void) | undefined;
  log: Log;
};

/** The name of an engine, by where its bus is. */
export const addressOf = (bus: string | RemoteBus): string => (typeof bus === 'string' ? bus : bus.url);

/** The listening side of one engine's stations in an edge process. */
export type EngineEdge = {
  /** Where the engine's bus is. */
  address: string;
  engineBus: string | RemoteBus;
  bus: Bus;
  supply: StationSupply;
  edge: Edge;
  sessions: Sessions;
  spool: Spool;
  isConnected(): boolean;
  /** Whether the engine itself, when it was last heard of, has the station of a path; its listeners may be here for a while longer. */
  has(path: string): boolean;
  /** Connections made to the engine so far. */
  connections(): number;
  /** Stations whose sound arrives. */
  stations(): number;
  /** Passes an encoder or a browser studio on to the engine. */
  passOn(connection: Connection): void;
  /** Disconnects its listeners. */
  stop(): void;
  /** After the port was closed: hands the engine what there still is to report. */
  finish(): Promise<void>;
};

const countsEveryMs = 250;
const surveysEveryMs = 2000;

/**
 * Receives an engine's bus, keeps its listeners connected while the engine is away, and keeps its sessions on disk until the
 * engine has them in its spool.
 */
export const openEngineEdge = (options: Options): EngineEdge => {
  const { config, engineBus, folder, converters, countries, log } = options;
  const failed = (error: unknown): void => log.warn({ err: error }, 'the edge continues after an error');
  const spool = createSpool({ folder: join(folder, 'spool'), failed });
  const journal = openSessionJournal(join(folder, 'sessions'), failed);
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
  const media = createEdgeMedia(config, [engineBus], folder, failed);
  const ads = createEdgeAds({
    ...{ bus, countries, failed, media, append: spool.append },
    request: (wants) => client.send({ type: 'ad-wants', wants }),
    sessions: (station) => edge.sessions(station),
    listeners: (station) => edge.listeners(station),
    proven: (proof, sound) => client.send({ type: 'ad-proof', proof, sound: sound.toString('base64') }),
    chosen: (id, listeners, withSpot) => client.send({ type: 'ad-chosen', id, listeners, withSpot }),
  });
  const surveying = setInterval(() => client.send({ type: 'ad-surveys', surveys: ads.surveys() }), surveysEveryMs);
  const supply = createStationSupply({
    want: (stations) => client.want(stations),
    rested: (station) => bus.publish({ type: 'rest', station }),
    listeners: (station) => edge.listeners(station),
  });
  const edge = createEdge({
    ...{ bus, supply, listed: options.listed, keepMs: options.keepMs },
    ads,
    apps: ads,
    sessions,
    trust: config.trust,
    hlsBase: config.hlsBase,
    changed,
    elsewhere,
    countries,
    converters,
  });
  // After the edge, which no longer has the station then.
  bus.subscribe((message) => {
    if (message.type === 'gone') supply.gone(message.station);
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
  const upstream = options.leaving && delayGone(bus, options.leaving);
  const client: BusClient = connectBus({
    path: engineBus,
    unreachable(reason) {
      if (reason !== problem)
        log.warn({ engine: addressOf(engineBus), reason }, 'the engine cannot be reached; the edge tries again');
      problem = reason;
    },
    bus: upstream ?? bus,
    arrived: supply.arrived,
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
      if (message.type === 'media-source') media.setSource(message.url);
      if (message.type === 'ad-plan') ads.setPlan(message.plan);
      if (message.type === 'ad-grants') ads.grant(message.grants);
      if (message.type === 'ad-close') void closeLeases(message.leases);
      if (message.type === 'ad-levels') ads.setLevels(message.steps);
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
  return {
    ...{ address: addressOf(engineBus), engineBus, bus, supply, edge, sessions, spool },
    isConnected: client.isConnected,
    has(path) {
      const head = edge.headOf(path);
      return head !== undefined && upstream?.isLeaving(head.station) !== true;
    },
    connections: () => connections,
    stations: supply.size,
    passOn: (connection) => passOn(connection, engineBus, () => connection.socket.end(engineAway())),
    stop() {
      clearInterval(surveying);
      upstream?.stop();
      sessions.stop();
      supply.stop();
      edge.stop();
      ads.stop();
    },
    async finish() {
      ending.abort();
      await delivery;
      clearTimeout(timer);
      listenerChanges.stop();
      client.stop();
      spool.stop();
      await media.stop();
    },
  };
};
