import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import type { StationPositions } from '#contract/engine/autodj-position.ts';
import type { NodeInfo } from '#contract/engine/engine-node.ts';
import type { EngineEvent, StationDesired } from '#contract/engine/engine.ts';
import { metricsText } from '#shared/metrics/metric.ts';
import { measureProcess } from '#shared/metrics/process-metrics.ts';
import { createProcessorShare } from '#shared/metrics/processor-share.ts';
import { serveMetrics } from '#shared/metrics/serve-metrics.ts';
import { ownProcess } from '#streaming/ads/close-leases.ts';
import { learntOffset } from '#streaming/ads/cue-offsets.ts';
import { createEngineAds } from '#streaming/ads/plan-store.ts';
import { addSurveys } from '#streaming/ads/survey.ts';
import { createConverters } from '#streaming/adapt/converters.ts';
import { reportedPosition } from '#streaming/autodj/resume.ts';
import type { Log } from '#streaming/base/log.ts';
import type { AirState, StationKey } from '#streaming/base/station-state.ts';
import type { Bus } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { serveBus } from '#streaming/bus/bus-server.ts';
import { createRemoteCalls } from '#streaming/calls/remote-calls.ts';
import { createTelephonePreviews } from '#streaming/calls/telephone-preview.ts';
import { openControl } from '#streaming/control/control.ts';
import { createDesiredStations } from '#streaming/control/desired-stations.ts';
import { createListenerEvents, type ListenerEvents } from '#streaming/control/listener-events.ts';
import { engineMetrics } from '#streaming/control/engine-metrics.ts';
import { createStateEvents } from '#streaming/control/state-events.ts';
import { createCountries } from '#streaming/edge/countries.ts';
import { createEdge } from '#streaming/edge/edge.ts';
import { createEdgeAds } from '#streaming/edge/edge-ads.ts';
import { edgeMetrics } from '#streaming/edge/edge-metrics.ts';
import { createSpotPreviews } from '#streaming/edge/spot-preview.ts';
import { createRemoteEdges } from '#streaming/edge/remote-edges.ts';
import { openSessionJournal } from '#streaming/edge/session-journal.ts';
import { createSessions } from '#streaming/edge/sessions.ts';
import { createIcecast } from '#streaming/icecast/icecast.ts';
import { createIngest } from '#streaming/ingest/ingest.ts';
import { createMedia, type Media } from '#streaming/media/media.ts';
import { measureWith } from '#streaming/monitor/measure-loudness.ts';
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
import { createPositions, type Positions } from '#streaming/snapshot/positions.ts';
import { createStationFiles } from '#streaming/snapshot/station-files.ts';
import { portalBatchEvents, createSpool } from '#streaming/spool/spool.ts';
import { createStations } from '#streaming/station/stations.ts';
import { createAllListeners } from './all-listeners.ts';
import type { EngineConfig } from './config.ts';
import { createAdDistribution } from './distribute-ads.ts';
import { createSignal } from './signal.ts';
import { createStationDirectory } from './station-directory.ts';
import { openStreamPorts } from './stream-ports.ts';

export type Engine = {
  ports: { stream: number; shoutcast: number; control: number } & Record<'metrics' | 'bus', number | undefined>;
  stop(): Promise<void>;
};

/** The stores that survive the process, intact even after a kill. */
const openStores = (folder: string, failed: (error: unknown) => void, listenerChanges: ListenerEvents) => {
  const spool = createSpool({ folder: join(folder, 'spool'), batchEvents: portalBatchEvents, failed });
  const journal = openSessionJournal(join(folder, 'sessions'), failed);
  return {
    spool,
    files: createStationFiles(join(folder, 'stations'), failed),
    positions: createPositions(join(folder, 'positions.json'), failed),
    manual: createManualFiles(join(folder, 'manual'), failed),
    sessions: createSessions({ journal, append: spool.append, hasSlice: spool.hasSlice, listenerChanges }),
  };
};

/** What records the stations: the logger, scheduled recordings, and those of presenters. */
const createRecorders = ({ dataDir, loggerMaxBytes }: EngineConfig, folder: string, bus: Bus, log: Log) => {
  const logFolder = join(folder, 'log');
  const disk = (): ReturnType<typeof readDisk> => readDisk(dataDir);
  const recorder = createRecorder({ bus, log, disk, folder: logFolder, maxBytes: loggerMaxBytes });
  const isFull = (): boolean => recorder.full() === 'disk';
  const scheduled = createScheduledRecordings({ bus, log, isFull, folder: join(folder, 'recordings') });
  const presenters = createPresenterRecordings({ bus, log, isFull, folder: join(folder, 'presenters') });
  return {
    calls: {
      log: createLogCalls(recorder, (station) => join(logFolder, station)),
      recordings: createScheduledRecordingCalls(scheduled),
      presenterRecordings: createPresenterRecordingCalls(presenters),
    },
    /** The audio path of a station changed. */
    follow(state: AirState, desired: StationDesired | undefined): void {
      recorder.source(state.key, state.source);
      scheduled.source(state.key, state.source);
      presenters.onAir(state.key, recordedPresenter(desired, state));
    },
    async stop() {
      await recorder.stop();
      await scheduled.stop();
      await presenters.stop();
    },
  };
};

const openMedia = (
  { mediaDir, mediaCacheBytes: maxBytes, token }: EngineConfig,
  folder: string,
  sides: readonly { sendMediaSource(url: string): void }[],
  failed: Failed,
): Media =>
  createMedia({
    ...{ mediaDir, failed, cache: { folder: join(folder, 'media'), maxBytes, token } },
    sourceChanged: (url) => sides.forEach((side) => side.sendMediaSource(url)),
  });

type Failed = (error: unknown) => void;

const positionsMoved = (positions: Pick<Positions, 'takeChanged'>): StationPositions['positions'] =>
  positions.takeChanged().flatMap(([station, saved]) => {
    const position = reportedPosition(saved);
    return position ? [{ station: station as StationKey, position }] : [];
  });

/** What the engine says of itself, with its load since it was last asked. */
const nodeOf = (own: Pick<NodeInfo, 'installation' | 'capacity'>): (() => NodeInfo) => {
  const load = createProcessorShare();
  return () => ({ ...own, version: packageJson.version, load: load() });
};

/** Assembles and starts the engine in the order of its dependencies: the stations of the last run first, then its ports. */
export const startEngine = async (config: EngineConfig, log: Log): Promise<Engine> => {
  const failed = (error: unknown): void => log.warn({ err: error }, 'the engine continues after an error');
  const folder = join(config.dataDir, 'engine');
  const { trust, ffmpeg, maxAdapt, liquidsoap, maxAutomation, mayDial } = config;
  const [airChanged, adsChanged] = [createSignal<AirState>(), createSignal()];
  const adsWanted = createSignal<Record<string, number>>();

  // What is known of listeners and stations: their parts join once they exist.
  const listeners = createAllListeners();
  const directory = createStationDirectory(listeners);
  const listenerEvents = createListenerEvents({ allListeners: listeners.all });
  const { spool, files, positions, manual, sessions } = openStores(folder, failed, listenerEvents);
  const events = createStateEvents({ ...directory, movedPositions: () => positionsMoved(positions) });
  listeners.join('sessions', sessions);

  // The listening side.
  const bus = createBus(failed);
  const record = (event: EngineEvent): void => spool.append([event]);
  const ads = createEngineAds({ folder: join(folder, 'ads'), record, changed: adsChanged.emit, failed });
  const remotes = createRemoteEdges({
    ...{ spool, ads, failed, changed: events.publishSoon },
    ...{ listenerChanges: listenerEvents, localCounts: listeners.localCounts },
  });
  listeners.join('remotes', remotes);
  const setProduct = openProductFile(join(folder, 'product'), remotes.sendProduct);
  const telephonyPath = join(folder, 'telephony.json');
  const remoteCalls = createRemoteCalls({ path: telephonyPath, spool, failed, changed: events.publishSoon });
  const audienceChanged = (station: string): void => {
    events.publishSoon(station);
    remotes.publishCountsSoon();
  };
  const countries = createCountries(config.geo, failed);
  const icecast = createIcecast({
    ...{ sessions, countries, trust, stations: directory, audience: listeners.count, changed: audienceChanged },
  });
  listeners.join('relays', icecast);
  const media = openMedia(config, folder, [remotes, remoteCalls], failed);
  const edgeAds = createEdgeAds({
    ...{ bus, countries, failed, media, append: spool.append, chosen: ads.chosen, request: adsWanted.emit },
    ...{ proven: ads.proofs.add, ...measureWith(ffmpeg), levelsChanged: remotes.sendLevels },
    ...{ sessions: listeners.edgeSessions, listeners: listeners.edgeCount },
  });
  adsWanted.on((wants) => void ads.ledger.grant(ownProcess, wants).then(edgeAds.grant, failed));
  adsChanged.on(createAdDistribution({ ads, edgeAds, remotes, spool, failed }));
  // Additional formats for listeners leave at least half of the conversions to encoders.
  const converters = createConverters(ffmpeg, Math.ceil(maxAdapt / 2));
  const edge = createEdge({
    ...{ bus, trust, countries, converters, ads: edgeAds, apps: edgeAds, sessions: icecast.sessions },
    ...{ changed: audienceChanged, elsewhere: listeners.elsewhere, hlsBase: config.hlsBase },
  });
  listeners.join('edge', edge);

  // The stations, and what follows them.
  const air = createStations({
    ...{ bus, log, record, positions, manual, changed: airChanged.emit },
    ...{ media, ffmpeg, maxAdapt, liquidsoap, maxAutomation, mayDial, transitionsDir: join(folder, 'transitions') },
    ads: {
      ...{ station: ads.station, made: ads.made, cues: ads.cues },
      survey: (key, ms) => addSurveys([edgeAds.survey(key, ms), ...remotes.surveys(key)]),
    },
  });
  const recorders = createRecorders(config, folder, bus, log);
  const monitor = createMonitor({ bus, desired: air.desired, changed: events.publishSoon, failed, ffmpeg });
  directory.join({ air, monitor, calls: remoteCalls });
  airChanged.on((state) => {
    monitor.update(state);
    recorders.follow(state, air.desired(state.key));
    events.publish(directory.stateOf(state));
  });
  for (const desired of files.load()) air.apply(desired);
  ads.ledger.started(ownProcess, randomUUID()).catch(failed);
  adsChanged.emit();

  // The ports.
  const ingest = createIngest({ stations: air, log, record, studioSecret: config.token });
  const streamPorts = await openStreamPorts({ config, edge, icecast, ingest });
  const busServer = await serveBus({
    ...{ bus, path: config.busPath, remote: config.remoteBus, recent: edge.latest },
    passed: streamPorts.accept,
    received: (link, message) => void (remoteCalls.received(link, message) || remotes.received(link, message)),
    closed: (link) => [remoteCalls, remotes].forEach((side) => side.closed(link)),
  });
  const own = measureProcess();
  const metrics = () => [
    ...own.metrics(),
    ...engineMetrics(air, busServer.lost()),
    ...edgeMetrics('skywave_engine', [{ edge, sessions, spool }]),
  ];
  const metricsServer = await serveMetrics({ at: config.metrics, metrics, failed });
  const control = await openControl({
    ...{ port: config.controlPort, host: config.controlHost, tls: config.controlTls, token: config.token, failed },
    parts: {
      ...{ states: directory.states, state: directory.state, sessions: listeners.list },
      ...{
        events,
        listeners: listenerEvents,
        spool,
        air: air.commands,
        metrics: () => metricsText(metrics()),
        ...recorders.calls,
      },
      stations: createDesiredStations({ air, files, positions, manual, setProduct }),
      ads: {
        ...{ setPlan: ads.setPlan, lend: ads.lend, proofs: ads.proofs },
        cueOffset: (station) => learntOffset(ads.cues.of(station)),
        addTickets: (tickets) => edgeAds.addTickets(remotes.sendTickets(tickets)),
        state: () => ({ engine: spool.engine, ...ads.state(), unreadable: edgeAds.unreadable() }),
        startBreak: (key, seconds) => air.startBreak(key as StationKey, seconds),
        preview: createSpotPreviews({ bus, media, recent: edge.recent }),
      },
      node: nodeOf({ installation: spool.engine, capacity: config.capacity }),
      telephony: { ...remoteCalls, preview: createTelephonePreviews({ bus, ffmpeg, failed, recent: edge.recent }) },
    },
  });

  return {
    ports: { ...streamPorts.ports, control: control.port, metrics: metricsServer?.port, bus: busServer.port },
    async stop() {
      for (const part of [icecast, sessions, edge, edgeAds]) part.stop();
      await converters.stop();
      await Promise.all([streamPorts.stop(), busServer.stop()]);
      await Promise.all([air.stop(), media.stop()]);
      await recorders.stop();
      await positions.stop();
      for (const part of [monitor, events, listenerEvents, remotes, own]) part.stop();
      await Promise.all([control.stop(), metricsServer?.stop()]);
      for (const part of [ads, spool]) part.stop();
    },
  };
};
