import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import type { StationState } from '#contract/engine.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { serveBus } from '#streaming/bus/bus-server.ts';
import { openControl } from '#streaming/control/control.ts';
import { createDesiredStations } from '#streaming/control/desired-stations.ts';
import { createMetrics } from '#streaming/control/metrics.ts';
import { createStateEvents } from '#streaming/control/state-events.ts';
import { createEdge } from '#streaming/edge/edge.ts';
import { createRemoteEdges } from '#streaming/edge/remote-edges.ts';
import { openSessionJournal } from '#streaming/edge/session-journal.ts';
import { createSessions } from '#streaming/edge/sessions.ts';
import { createIngest, isSourceRequest } from '#streaming/ingest/ingest.ts';
import { openFrontDoor, type Guest } from '#streaming/listen/front-door.ts';
import { createPositions } from '#streaming/snapshot/positions.ts';
import { createStationFiles } from '#streaming/snapshot/station-files.ts';
import { createSpool } from '#streaming/spool/spool.ts';
import type { AirState, Log, StationKey } from '#streaming/station/air.ts';
import { createStations } from '#streaming/station/stations.ts';
import type { EngineConfig } from './config.ts';

export type Engine = { ports: { stream: number; shoutcast: number; control: number }; stop(): Promise<void> };

/** Puts the engine together and on the air: the stations of the last run first, then its ports. */
export async function startEngine(config: EngineConfig, log: Log): Promise<Engine> {
  const failed = (error: unknown): void => log.warn({ err: error }, 'the engine goes on after a failure');
  const folder = join(config.dataDir, 'engine');
  const spool = createSpool({ folder: join(folder, 'spool'), failed });
  const files = createStationFiles(join(folder, 'stations'), failed);
  const positions = createPositions(join(folder, 'positions.json'), failed);
  const journal = openSessionJournal(join(folder, 'sessions'), failed);
  const sessions = createSessions({ journal, append: spool.append, hadSlice: spool.hadSlice });

  const bus = createBus(failed);
  const withListeners = (state: AirState): StationState => ({ ...state, listeners: listeners(state.key) });
  const listeners = (key: string): number => edge.listeners(key) + remotes.listeners(key);
  const state = (key: string): StationState | undefined => {
    const found = air.state(key as StationKey);
    return found && withListeners(found);
  };
  const states = (): StationState[] => air.states().map(withListeners);
  const events = createStateEvents({ states, state });
  const changed = events.tellSoon;
  const remotes = createRemoteEdges({ spool, changed });
  const edge = createEdge({ bus, sessions, trust: config.trust, changed, elsewhere: remotes.listeners });
  const record = (event: Parameters<typeof spool.append>[0][number]): void => spool.append([event]);
  const air = createStations({
    bus,
    mediaDir: config.mediaDir,
    maxAdapt: config.maxAdapt,
    ffmpeg: config.ffmpeg,
    record,
    changed: (one) => events.tell(withListeners(one)),
    positions,
    log,
  });
  for (const desired of files.load()) air.apply(desired);

  const ingest = createIngest({ stations: air, log, record });
  const welcome = (guest: Guest): void => {
    if (!isSourceRequest(guest.bytes)) return edge.handle(guest);
    if (!ingest.handle(guest.socket, guest.bytes)) guest.socket.destroy();
  };
  const door = await openFrontDoor({ port: config.streamPort, trust: config.trust, tls: config.tls, welcome });
  const shoutcast = await openShoutcast(config.shoutcastPort, ingest.handleShoutcast);
  const busServer = await serveBus({ bus, path: config.busPath, received: remotes.received, closed: remotes.closed });
  const metrics = createMetrics(() => [
    { name: 'stations', kind: 'gauge', help: 'Stations.', value: air.states().length },
    { name: 'listeners', kind: 'gauge', help: 'Listeners here.', value: sessions.list(undefined, 0).total },
    { name: 'sent_bytes_total', kind: 'counter', help: 'Bytes of ended sessions.', value: edge.figures().bytes },
    { name: 'slow_listeners_total', kind: 'counter', help: 'Listeners dropped as slow.', value: edge.figures().slow },
    { name: 'bus_lost_batches_total', kind: 'counter', help: 'Lost by slow consumers.', value: busServer.lost() },
    { name: 'spool_batches', kind: 'gauge', help: 'Frozen and not acknowledged.', value: spool.pending().batches },
  ]);
  const control = await openControl({
    port: config.controlPort,
    host: config.controlHost,
    token: config.token,
    failed,
    parts: {
      stations: createDesiredStations({ air, files, positions }),
      states,
      state,
      async sessions(station, limit) {
        const here = sessions.list(station, limit);
        const there = await remotes.sessions(station, limit);
        return { sessions: [...here.sessions, ...there.sessions].slice(0, limit), total: here.total + there.total };
      },
      events,
      spool,
      metrics: metrics.text,
    },
  });
  return {
    ports: { stream: door.port, shoutcast: shoutcast.port, control: control.port },
    async stop() {
      sessions.stop();
      edge.stop();
      await Promise.all([door.stop(), shoutcast.stop(), busServer.stop()]);
      await air.stop();
      await positions.stop();
      events.stop();
      metrics.stop();
      await control.stop();
      spool.stop();
    },
  };
}

/** Port + 1: what connects there speaks Shoutcast v1. */
async function openShoutcast(port: number, handle: (socket: Socket) => void) {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    handle(socket);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: async (): Promise<void> => void server.close(),
  };
}
