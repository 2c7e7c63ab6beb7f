import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { EngineEvent, Listener, StationState } from '#contract/engine.ts';
import { closeLeases, ownProcess } from '#streaming/ads/close-leases.ts';
import { learntOffset } from '#streaming/ads/cue-offsets.ts';
import { createEngineAds } from '#streaming/ads/plan-store.ts';
import { addSurveys } from '#streaming/ads/survey.ts';
import { measureWith } from '#streaming/monitor/measure-loudness.ts';
import { createConverters } from '#streaming/adapt/converters.ts';
import { createRemoteCalls } from '#streaming/calls/remote-calls.ts';
import { createTelephonePreviews } from '#streaming/calls/telephone-preview.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { serveBus } from '#streaming/bus/bus-server.ts';
import { openControl } from '#streaming/control/control.ts';
import { createDesiredStations } from '#streaming/control/desired-stations.ts';
import { createListenerEvents, type ListenerEvents } from '#streaming/control/listener-events.ts';
import { engineMetrics } from '#streaming/control/engine-metrics.ts';
import { createMetrics } from '#streaming/control/metrics.ts';
import { createStateEvents } from '#streaming/control/state-events.ts';
import { createCountries } from '#streaming/edge/countries.ts';
import { createEdge, type Edge } from '#streaming/edge/edge.ts';
import { createEdgeAds } from '#streaming/edge/edge-ads.ts';
import { createSpotPreviews } from '#streaming/edge/spot-preview.ts';
import { createRemoteEdges, type RemoteEdges } from '#streaming/edge/remote-edges.ts';
import { openSessionJournal } from '#streaming/edge/session-journal.ts';
import { createSessions, type Sessions } from '#streaming/edge/sessions.ts';
import { createIcecast, type Icecast } from '#streaming/icecast/icecast.ts';
import { isReport } from '#streaming/icecast/report.ts';
import { createIngest, isSourceRequest, isStudioRequest, type Ingest } from '#streaming/ingest/ingest.ts';
import { forwardedAddress } from '#streaming/listen/client-address.ts';
import { openConnectionRouter, type Connection } from '#streaming/listen/connection-router.ts';
import { createMonitor } from '#streaming/monitor/monitor.ts';
import { createLogCalls } from '#streaming/recorder/log-calls.ts';
import { createPresenterRecordingCalls } from '#streaming/recorder/presenter-recording-calls.ts';
import { createPresenterRecordings, recordedPresenter } from '#streaming/recorder/presenter-recordings.ts';
import { createScheduledRecordingCalls } from '#streaming/recorder/scheduled-recording-calls.ts';
import { createScheduledRecordings } from '#streaming/recorder/scheduled-recordings.ts';
import { createRecorder } from '#streaming/recorder/recorder.ts';
import { readDisk } from '#streaming/recorder/disk-quota.ts';
import { openProductFile } from '#streaming/snapshot/product-file.ts';
import { createManualFiles } from '#streaming/snapshot/manual-files.ts';
import { createPositions } from '#streaming/snapshot/positions.ts';
import { createStationFiles } from '#streaming/snapshot/station-files.ts';
import { portalBatchEvents, createSpool } from '#streaming/spool/spool.ts';
import type { Log } from '#streaming/base/log.ts';
import type { AirState, StationKey } from '#streaming/base/station-state.ts';
import { createStations } from '#streaming/station/stations.ts';
import type { EngineConfig } from './config.ts';

export type Engine = { ports: { stream: number; shoutcast: number; control: number }; stop(): Promise<void> };

/** Assembles and starts the engine: the stations of the last run first, then its ports. */
export async function startEngine(config: EngineConfig, log: Log): Promise<Engine> {
  const failed = (error: unknown): void => log.warn({ err: error }, 'the engine continues after an error');
  const listenerEvents = createListenerEvents({ allListeners: () => allListeners(sessions, remotes) });
  const stores = openStores(join(config.dataDir, 'engine'), failed, listenerEvents);
  const { spool, files, positions, manual, sessions } = stores;
  const bus = createBus(failed);
  const listeners = (key: string): number => edge.listeners(key) + remotes.listeners(key) + icecast.listeners(key);
  const withListeners = (state: AirState): StationState => ({
    ...state,
    ...monitor.stateOf(state.key),
    listeners: listeners(state.key),
    callers: remoteCalls.callers(state.key),
  });
  const states = (): StationState[] => air.states().map(withListeners);
  const state = (key: string): StationState | undefined => {
    const found = air.state(key as StationKey);
    return found && withListeners(found);
  };
  const record = (event: EngineEvent): void => spool.append([event]);

  const events = createStateEvents({ states, state });
  const localCounts = (): Map<string, number> =>
    new Map([...edge.counts()].map(([key, count]) => [key, count + icecast.listeners(key)]));
  const ads = createEngineAds({ folder: join(config.dataDir, 'engine', 'ads'), record, changed: adsChanged, failed });
  const remotes = createRemoteEdges({
    ...{ spool, ads, failed, changed: events.publishSoon, listenerChanges: listenerEvents, localCounts },
  });
  const setProduct = openProductFile(join(config.dataDir, 'engine', 'product'), () => remotes.sendProduct());
  const telephonyPath = join(config.dataDir, 'engine', 'telephony.json');
  const remoteCalls = createRemoteCalls({ path: telephonyPath, spool, failed, changed: events.publishSoon });
  const audienceChanged = (station: string): void => {
    events.publishSoon(station);
    remotes.publishCountsSoon();
  };
  const countries = createCountries(config.geo, failed);
  const icecast = createIcecast({
    sessions,
    stations: { keys: () => air.states().map(({ key }) => key), desired: (key) => air.desired(key) },
    audience: listeners,
    changed: audienceChanged,
    countries,
    trust: config.trust,
  });
  const edgeAds = createEdgeAds({
    ...{ bus, countries, failed, mediaDir: config.mediaDir, append: spool.append, chosen: ads.chosen },
    ...{ proven: ads.proofs.add, ...measureWith(config.ffmpeg) },
    request: (wants) => void ads.ledger.grant(ownProcess, wants).then(edgeAds.grant, failed),
    sessions: (station) => edge.sessions(station),
    listeners: (station) => edge.listeners(station),
  });
  // Additional formats for listeners leave at least half of the conversions to encoders.
  const converters = createConverters(config.ffmpeg, Math.ceil(config.maxAdapt / 2));
  const edge = createEdge({
    ...{ bus, ads: edgeAds, apps: edgeAds },
    sessions: icecast.sessions,
    trust: config.trust,
    changed: audienceChanged,
    countries,
    converters,
    elsewhere: (station) => remotes.listeners(station) + icecast.listeners(station),
  });
  let usedPlan: number | undefined;
  /** Hands a new plan to the edges; new leases may be for listeners who wait for them. */
  function adsChanged(): void {
    const plan = ads.plan();
    if (plan && plan.revision !== usedPlan) {
      edgeAds.setPlan(plan);
      remotes.sendPlan(plan);
    }
    usedPlan = plan?.revision;
    edgeAds.refill();
    remotes.closeLeases();
    closeLeases(ads.ledger, edgeAds, spool).catch(failed);
  }
  const { mediaDir, maxAdapt, ffmpeg, liquidsoap, maxAutomation, mayDial } = config;
  const logFolder = join(config.dataDir, 'engine', 'log');
  const changed = (one: AirState): void => {
    monitor.update(one);
    recorder.source(one.key, one.source);
    programmes.source(one.key, one.source);
    broadcasts.onAir(one.key, recordedPresenter(air.desired(one.key), one));
    events.publish(withListeners(one));
  };
  const transitionsDir = join(config.dataDir, 'engine', 'transitions');
  const air = createStations({
    bus,
    mediaDir,
    transitionsDir,
    maxAdapt,
    ffmpeg,
    liquidsoap,
    maxAutomation,
    mayDial,
    record,
    changed,
    ...{ positions, manual },
    ads: {
      ...{ station: ads.station, made: ads.made, cues: ads.cues },
      survey: (key, ms) => addSurveys([edgeAds.survey(key, ms), ...remotes.surveys(key)]),
    },
    log,
  });
  const recorder = createRecorder({
    bus,
    folder: logFolder,
    maxBytes: config.loggerMaxBytes,
    disk: () => readDisk(config.dataDir),
    log,
  });
  const programmes = createScheduledRecordings({
    ...{ bus, log, folder: join(config.dataDir, 'engine', 'recordings') },
    isFull: () => recorder.full() === 'disk',
  });
  const broadcasts = createPresenterRecordings({
    ...{ bus, log, folder: join(config.dataDir, 'engine', 'presenters') },
    isFull: () => recorder.full() === 'disk',
  });
  const recent = (station: string): ReturnType<typeof edge.recent> => edge.recent(station);
  const monitor = createMonitor({
    bus,
    desired: (key) => air.desired(key),
    changed: events.publishSoon,
    failed,
    ffmpeg,
  });
  for (const desired of files.load()) air.apply(desired);
  ads.ledger.started(ownProcess, randomUUID()).catch(failed);
  adsChanged();

  const servers = await listen(
    config,
    edge,
    icecast,
    createIngest({ stations: air, log, record, studioSecret: config.token }),
  );
  const busServer = await serveBus({
    ...{ bus, path: config.busPath },
    received: (link, message) => void (remoteCalls.received(link, message) || remotes.received(link, message)),
    closed: (link) => [remoteCalls, remotes].forEach((side) => side.closed(link)),
  });
  const metrics = createMetrics(() => engineMetrics(air, edge, sessions, spool, busServer.lost()));
  const control = await openControl({
    port: config.controlPort,
    host: config.controlHost,
    token: config.token,
    failed,
    parts: {
      stations: createDesiredStations({ air, files, positions, manual, setProduct }),
      states,
      state,
      sessions: (station, limit) => listSessions(sessions, remotes, station, limit),
      events,
      listeners: listenerEvents,
      spool,
      log: createLogCalls(recorder, (station) => join(logFolder, station)),
      recordings: createScheduledRecordingCalls(programmes),
      presenterRecordings: createPresenterRecordingCalls(broadcasts),
      ads: {
        ...{ setPlan: ads.setPlan, lend: ads.lend, proofs: ads.proofs },
        cueOffset: (station) => learntOffset(ads.cues.of(station)),
        addTickets: (tickets) => edgeAds.addTickets(remotes.sendTickets(tickets)),
        state: () => ({ engine: spool.engine, ...ads.state(), unreadable: edgeAds.unreadable() }),
        startBreak: (key, seconds) => air.startBreak(key as StationKey, seconds),
        preview: createSpotPreviews({ bus, mediaDir, recent }),
      },
      telephony: { ...remoteCalls, preview: createTelephonePreviews({ bus, ffmpeg, failed, recent }) },
      ...{ air: air.commands, metrics: metrics.text },
    },
  });
  return {
    ports: { ...servers.ports, control: control.port },
    async stop() {
      icecast.stop();
      sessions.stop();
      edge.stop();
      edgeAds.stop();
      await converters.stop();
      await Promise.all([servers.stop(), busServer.stop()]);
      await air.stop();
      await recorder.stop();
      await programmes.stop();
      await broadcasts.stop();
      monitor.stop();
      await positions.stop();
      events.stop();
      listenerEvents.stop();
      remotes.stop();
      metrics.stop();
      await control.stop();
      ads.stop();
      spool.stop();
    },
  };
}

/** The stores that survive the process, intact even after a kill. */
function openStores(folder: string, failed: (error: unknown) => void, listenerChanges: ListenerEvents) {
  const spool = createSpool({ folder: join(folder, 'spool'), batchEvents: portalBatchEvents, failed });
  const journal = openSessionJournal(join(folder, 'sessions'), failed);
  return {
    spool,
    files: createStationFiles(join(folder, 'stations'), failed),
    positions: createPositions(join(folder, 'positions.json'), failed),
    manual: createManualFiles(join(folder, 'manual'), failed),
    sessions: createSessions({ journal, append: spool.append, hasSlice: spool.hasSlice, listenerChanges }),
  };
}

/** Opens the stream port, for listeners and encoders, and the one above it for Shoutcast encoders. */
async function listen(config: EngineConfig, edge: Edge, icecast: Icecast, ingest: Ingest) {
  const route = (connection: Connection): void => {
    if (isReport(connection.bytes)) return icecast.handle(connection);
    if (isStudioRequest(connection.bytes)) {
      const { address } = connection;
      const clientOf = (forwarded: string | undefined): string => forwardedAddress(address, forwarded, config.trust);
      return ingest.handleStudio(connection.socket, connection.bytes, clientOf);
    }
    if (!isSourceRequest(connection.bytes)) return edge.handle(connection);
    if (!ingest.handle(connection.socket, connection.bytes)) connection.socket.destroy();
  };
  const stream = await openConnectionRouter({ port: config.streamPort, trust: config.trust, tls: config.tls, route });
  const shoutcast = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    ingest.handleShoutcast(socket);
  });
  await new Promise<void>((resolve, reject) => shoutcast.once('error', reject).listen(config.shoutcastPort, resolve));
  return {
    ports: { stream: stream.port, shoutcast: (shoutcast.address() as AddressInfo).port },
    async stop() {
      shoutcast.close();
      await stream.stop();
    },
  };
}

function* allListeners(local: Sessions, remote: RemoteEdges): Generator<Listener> {
  yield* local.listeners();
  yield* remote.allListeners();
}

async function listSessions(local: Sessions, remote: RemoteEdges, station: string | undefined, limit: number) {
  const own = local.list(station, limit);
  const others = await remote.sessions(station, limit);
  return { sessions: [...own.sessions, ...others.sessions].slice(0, limit), total: own.total + others.total };
}
